// Loaded with `--import` before a measured program: when the program ends, writes its resource
// usage to the file that CDIF_BENCH_USAGE names. Commands are thus measured unchanged, and in the
// same way on every system.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['CDIF_BENCH_USAGE'];

// Threads inherit the option and would overwrite the figures of the process.
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const usage = { maxRssKb: maxRSS, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
    writeFileSync(file, JSON.stringify(usage));
  });
}
