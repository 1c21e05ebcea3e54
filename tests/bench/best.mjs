// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

import { performance } from 'node:perf_hooks';

// Returns the milliseconds of the best of many rounds within about a second, after a warm-up round, as measure.h does.
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
