import { defineConfig } from 'vitest/config'
import { area } from './areas.js'

export default defineConfig({
  test: {
    include: area.tests,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: './server/testing/template.ts',
  },
})
