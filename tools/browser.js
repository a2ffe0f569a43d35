import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

// Prefer the headless build: it draws no toolbar, and the tests take a fifth less time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const apps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Playwright's own download, by the system's folder for it. */
function downloaded() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ]
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-linux/headless_shell',
  ]
  return caches
    .filter((cache) => cache && existsSync(cache))
    .flatMap((cache) => readdirSync(cache).map((name) => join(cache, name)))
    .flatMap((folder) => inside.map((path) => join(folder, path)))
}

/** The path of a Chrome or Chromium on this machine, or undefined. PORTREEVE_CHROMIUM overrides it. */
export function findBrowser() {
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.PORTREEVE_CHROMIUM, ...inPath, ...apps, ...downloaded()].find(
    (path) => path && existsSync(path),
  )
}
