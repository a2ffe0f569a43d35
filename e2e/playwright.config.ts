import { defineConfig } from '@playwright/test'
import { consoleAddress, slowness } from './stack/test.ts'

const executablePath = process.env.PORTREEVE_CHROMIUM

/** The stack is already running (tools/test.ts, or `npm start`); this configures only the browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Alone on two processors the longest takes a third of it. A longer one sets its own limit, and says why.
  // With every case of each journey, the slow ones take up to a minute.
  timeout: slowness * (process.env.PORTREEVE_TEST_ALL ? 60_000 : 30_000),
  expect: { timeout: slowness * 10_000 },
  reporter: './stack/lines.ts',
  projects: [
    // Serial: counts, order and sounds of an inbox depend on all its conversations. First, so that others run beside it.
    { name: 'conversations', testMatch: 'conversations/conversations/**/*.spec.ts', workers: 1 },
    { name: 'screens', testIgnore: 'conversations/conversations/**' },
  ],
  use: {
    baseURL: consoleAddress,
    // A new profile for each test costs half a second, and its first page a second more: it loads the console again.
    reuseContext: true,
    // A click that is lost fails its step in seconds, with its name, and not the whole journey at its end.
    actionTimeout: slowness * 10_000,
    navigationTimeout: slowness * 20_000,
    // D-028: local times are tested in UTC.
    timezoneId: 'UTC',
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    // No animations: a test never sees a half-open dialog.
    contextOptions: { reducedMotion: 'reduce' },
    video: 'off',
    trace: 'off',
    screenshot: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Chromium needs this to run as root and to make no requests of its own.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // One renderer for each profile: every navigation of the console would start another, which takes a quarter
        // of the time of a page load.
        '--disable-site-isolation-trials',
        '--renderer-process-limit=1',
      ],
    },
  },
})
