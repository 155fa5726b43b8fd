import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { provesInFull } from './test/support/proof.ts';

const minutes = provesInFull ? 300 : 2;

/**
 * Tests that put something else in the place of a module, or take rights from their process, which
 * other files must not see.
 */
const alone = [
  'test/catalogue/catalogue-directory.test.ts',
  'test/files/output-file.test.ts',
  'test/web/hostile-addresses.test.ts',
  'test/reliability/redirect-faults.test.ts',
  'test/catalogue/writer-lock.test.ts',
];

export default defineConfig({
  test: {
    // Only what hangs is to end here: a busy machine can take ten times as long as an idle one.
    testTimeout: minutes * 60_000,
    hookTimeout: minutes * 60_000,
    // Built files are loaded by Node.js itself, as users load them.
    server: { deps: { external: [/\/dist\//u] } },
    // One more than there are processors, since many tests wait for a server, a process or a
    // time-out.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Loading the modules anew for each file takes longer than most files take.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          isolate: false,
          globalSetup: [
            'test/support/demo-catalogue.ts',
            'test/support/virtuoso.ts',
            'test/support/redis.ts',
          ],
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      // Tests run these as built files, whose coverage is not measured.
      exclude: [
        'src/{cli,main}.ts',
        'src/index.ts',
        'src/commands/**',
        'src/serve/browser/**',
        'src/pipeline/{derive-pool,derive-thread,derive-task}.ts',
        'src/engine/engine-thread.ts',
        'src/query/query-{reader,thread}.ts',
        'src/threads/answer-tasks.ts',
      ],
      reporter: ['text-summary', 'html'],
      thresholds: { statements: 95, branches: 90, functions: 95, lines: 95 },
    },
  },
});
