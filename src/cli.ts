#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { main } from './main.ts';

const args = process.argv.slice(2);

// On a machine with much memory, V8 lets a heap grow to four times its live size before it collects
// garbage. Growing to twice the size costs no measurable time. A check waits for its site most of the
// time, so it can collect garbage more often. Worker threads get the flag, too.
setFlagsFromString(`--heap-growing-percent=${args[0] === 'check' ? 50 : 100}`);

await main(args);
