// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

import { performance } from 'node:perf_hooks';

// Milliseconds of the best of many rounds within about a second, after one to warm up: as measure.h does it.
export function best(work) {
    work();
    let shortest = Infinity;
    let spent = 0;
    for (let round = 0; round < 5 || spent < 1000; ++round) {
        const start = performance.now();
        work();
        const ms = performance.now() - start;
        shortest = Math.min(shortest, ms);
        spent += ms;
    }
    return shortest;
}
