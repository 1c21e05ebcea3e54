# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0

# cmake -D SOURCE=… -D TARGET=… -D NPM=… -P install.cmake: installs the pinned servers, once for each lock file.
file(SHA256 ${SOURCE}/package-lock.json wanted)
set(stamp ${TARGET}/installed-lock)
if(EXISTS ${stamp})
    file(READ ${stamp} present)
    if(present STREQUAL wanted)
        return()
    endif()
endif()
file(MAKE_DIRECTORY ${TARGET})
file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${TARGET})
execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund WORKING_DIRECTORY ${TARGET} RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "npm ci failed: ${failed}")
endif()
file(WRITE ${stamp} ${wanted})
