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
    // A dialog on a busy machine takes its time.
    testTimeout: 20_000,
  },
})
