import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Command tests start processes; a busy machine needs longer than the default five seconds.
    testTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // Run by test/cli and test/built as the built files, in processes and threads whose coverage is not seen here.
      exclude: [
        'src/cli.ts',
        'src/index.ts',
        'src/commands/**',
        'src/pipeline/derive-{pool,task,thread}.ts',
        'src/store/engine-{client,thread}.ts',
      ],
      reporter: ['text-summary', 'html'],
      thresholds: { statements: 95, branches: 90, functions: 95, lines: 95 },
    },
  },
});
