import { defineConfig } from 'vitest/config'
import { area } from './areas.js'

export default defineConfig({
  test: {
    include: area.tests,
    exclude: ['**/*.slow.test.ts', '**/node_modules/**'],
    // A busy machine must not count as a mutant that was noticed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 25_000 } },
    globalSetup: './server/testing/template.ts',
  },
})
