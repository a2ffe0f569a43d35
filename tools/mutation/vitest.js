import { defineConfig } from 'vitest/config'
import { area } from './areas.js'

export default defineConfig({
  test: {
    include: area.tests,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...(area.tests.some((path) => path.startsWith('server/test/'))
      ? { globalSetup: './server/test/template.ts' }
      : {}),
  },
})
