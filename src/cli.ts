#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { main } from './main.ts';

// Where there is much memory V8 lets its heaps grow to four times what is in use before it looks what is; of a large list the
// rest is texts that are written already. Twice costs no time that could be measured. Threads have the flag too.
setFlagsFromString('--heap-growing-percent=100');

await main(process.argv.slice(2));
