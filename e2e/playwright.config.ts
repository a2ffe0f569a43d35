import { defineConfig } from '@playwright/test'
import { consoleAddress } from './stack/test.ts'

const executablePath = process.env.PORTREEVE_CHROMIUM

/** The stack is already running (tools/test.ts, or `npm start`); here is only the browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Generous: a busy machine must not fail a test that is right.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  projects: [
    { name: 'screens', testIgnore: 'messages/**' },
    // One after another: what is counted, sorted and heard in an inbox is of all its conversations.
    { name: 'inbox', testMatch: 'messages/**/*.spec.ts', workers: 1 },
  ],
  use: {
    baseURL: consoleAddress,
    // D-028: local times are tested in UTC.
    timezoneId: 'UTC',
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    // Nothing fades: a test never meets a dialog half-way.
    contextOptions: { reducedMotion: 'reduce' },
    video: 'off',
    trace: 'off',
    screenshot: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // What Chromium needs to run as root, and to leave the network alone.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
