import { defineConfig } from 'vitest/config'

const tests = '{contract,sandbox,client,tools}/**/*.test.ts'
const slow = '**/*.slow.test.ts'
const slowTools = 'tools/*.slow.test.ts'
const calls = 'server/**/*.test.ts'
/** Tests of the server that need no database. */
const rules = 'server/**/*.rules.test.ts'

// The rings of `npm test`: rules (here and in console/), calls, and the slow tests of both: those of the package and the start
// are the same on every database, so that the run on PostgreSQL leaves them out.
// More at once than processors only get into each other's way; Vitest's default leaves one of two processors idle.
const maxWorkers = 2
// A busy machine needs more than the second that a poll waits by default.
const poll = { expect: { poll: { timeout: 25_000 } } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: [tests, rules],
          exclude: [slow, '**/node_modules/**'],
          testTimeout: 30_000,
          maxWorkers,
          ...poll,
        },
      },
      './console/vitest.config.ts',
      {
        test: {
          name: 'package',
          include: [slowTools],
          globalSetup: ['./server/testing/template.ts', './tools/package-setup.ts'],
          maxWorkers,
          // Some make a database: beside another start, that takes a slow machine half a minute.
          testTimeout: 90_000,
          expect: { poll: { timeout: 80_000 } },
          hookTimeout: 120_000,
        },
      },
      ...[
        { name: 'calls', include: [calls], exclude: [rules, slow, '**/node_modules/**'] },
        { name: 'slow', include: [slow], exclude: [slowTools, '**/node_modules/**'] },
      ].map((ring, at) => ({
        test: {
          ...ring,
          // Servers that a slow test kills run from the package, as in production. It starts twice as fast as the sources.
          globalSetup: [
            './server/testing/template.ts',
            ...(ring.name === 'slow' ? ['./tools/package-setup.ts'] : []),
          ],
          maxWorkers,
          // The files of a worker share its modules: importing them again took a third of the time.
          isolate: false,
          sequence: { groupOrder: at + 1 },
          testTimeout: 30_000,
          ...poll,
          hookTimeout: 120_000,
        },
      })),
    ],
  },
})
