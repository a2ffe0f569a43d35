import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['{contract,server,sandbox,tools}/**/*.test.ts'],
          globalSetup: './server/test/template.ts',
          // Each file has a database of its own; more at once than processors only get into each other's way.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      './console/vitest.config.ts',
    ],
  },
})
