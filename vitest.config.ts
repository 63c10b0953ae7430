import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/cases/**', 'test/real-clients/**', '**/node_modules/**'],
    maxWorkers: 2,
    // Loading the sources anew for each of a hundred files would take a third of the time. No test mocks a module or leaves anything behind.
    isolate: false,
    testTimeout: 20_000,
    // What the tests look at must not depend on the reader's machine.
    env: { LANG: 'C.UTF-8', TZ: 'UTC' },
  },
});
