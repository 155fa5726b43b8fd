// Loaded with `--import` before a program that is measured: when it ends, it leaves what it used in
// the file that
// CDIF_BENCH_USAGE names. So commands are measured as they are, and on every system alike.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['CDIF_BENCH_USAGE'];

// Threads inherit the option, and would overwrite what the process writes.
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const usage = { maxRssKb: maxRSS, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
    writeFileSync(file, JSON.stringify(usage));
  });
}
