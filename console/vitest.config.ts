import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'console',
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules', 'dist'],
    environment: 'jsdom',
    setupFiles: ['./test-setup.ts'],
    // D-028: local formats are tested in UTC; the UTC formats are tested in another zone too.
    env: { TZ: 'UTC' },
    css: false,
    // The files of a worker share its modules and its document: a fresh one for each took most of the time.
    isolate: false,
    // As the other tests that `npm test` runs at the same time (vitest.config.ts).
    maxWorkers: 2,
    // Rendering a dialog is slow on a busy machine.
    testTimeout: 20_000,
  },
})
