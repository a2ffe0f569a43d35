import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from './browser.js'
import { freePort, startStack } from './stack.ts'

// Takes docs/screenshots from a fresh demo: `npx tsx tools/screenshots.ts`. Build the console before (`node tools/ready.js console browser`).
// PORTREEVE_CONSOLE=http://localhost:4400 takes them from a demo that runs already.

const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
/** The console's address. */
let address = process.env.PORTREEVE_CONSOLE ?? ''
/** Evaluated in the page: the images have loaded. */
const hasPictures = "[...document.images].every((image) => image.complete || image.loading === 'lazy')"
/** Bytes that a picture in the repository may have. */
const largest = 280_000

/** Opens the page of a picture. The stories have the same ids in every demo (docs/demo.md). */
const pictures: Record<string, (page: Page) => Promise<void>> = {
  desk: async (page) => {
    await page.goto('/dashboard/desk')
    await page.getByRole('row').nth(8).waitFor()
  },
  users: async (page) => {
    await page.goto('/dashboard/users')
    await page.getByText('Marcus Dell').first().waitFor()
  },
  'user-detail': async (page) => {
    await page.goto('/user-detail/BFSUVZyOGnro1RVMLducIKF10c1t')
    await page.getByRole('heading', { name: 'Marcus Dell' }).waitFor()
  },
  review: async (page) => {
    await page.goto('/dashboard/pending_review')
    const row = page.getByRole('listitem').filter({ hasText: 'Velour E-BIKE' })
    await row.getByRole('button', { name: 'Open' }).first().click()
    await page.getByText('Velour city bike, 7 gears').first().waitFor()
  },
  orders: async (page) => {
    await page.goto('/dashboard/txns/overview?dispute=open')
    await page.getByRole('row').nth(5).waitFor()
  },
  transaction: async (page) => {
    await page.goto('/dashboard/txns/txn-BhN1lkoMdK7uRyEc')
    await page.getByText('There was one layer of paper in it').waitFor()
    await page.getByText('Captured').first().scrollIntoViewIfNeeded()
  },
  conversations: async (page) => {
    // The inbox of support has this story. It is the last picture of its browser profile.
    await signIn(page.context(), 'support')
    await page.goto('/dashboard/messages')
    await page.getByText('Camille Rousseau').first().click()
    await page.getByText('I still have the box in the hallway').last().waitFor()
  },
}

/** Signs a demo's staff member in, in place of the one before. */
async function signIn(context: BrowserContext, role: string) {
  const answer = await context.request.post('/identity/sign-in/email', {
    data: { email: `${role}@portreeve.test`, password: 'portreeve-demo' },
    headers: { origin: address },
  })
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`)
}

async function takeAll(browser: Browser) {
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      baseURL: address,
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
    })
    await signIn(context, 'admin')
    for (const [name, open] of Object.entries(pictures)) {
      const page = await context.newPage()
      await open(page)
      // The live stream keeps the network busy: wait for the pictures instead.
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
      while (!(await page.evaluate(hasPictures))) await page.waitForTimeout(100)
      const path = join(folder, `${name}-${colorScheme}.png`)
      await page.screenshot({ path })
      const { size } = await stat(path)
      console.info(`${path}: ${Math.round(size / 1000)} kB`)
      if (size > largest) throw new Error(`${path} is larger than ${largest / 1000} kB.`)
      await page.close()
    }
    await context.close()
  }
}

const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  if (address) await takeAll(browser)
  else {
    const dataFolder = await mkdtemp(join(tmpdir(), 'portreeve-screenshots-'))
    const ports = {
      development: await freePort(),
      production: await freePort(),
      sandbox: await freePort(),
      smtp: await freePort(),
    }
    const stack = await startStack({
      ports,
      dataFolder,
      host: undefined,
      demo: 'full',
      ended: (name) => console.error(`The ${name} part has stopped.`),
    })
    address = `http://localhost:${ports.development}`
    await takeAll(browser)
    await stack.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
} finally {
  await browser.close()
}
// The parts of the stack are stopped; an open connection must not keep this process.
process.exit()
