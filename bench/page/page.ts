import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../tools/browser.js'
import type { ServerUnderTest } from '../stack/server-under-test.ts'

/** A real page of the built console at a path, with the admin signed in. @param script runs in the page first */
export async function openPage(
  { api }: Pick<ServerUnderTest, 'api'>,
  path: string,
  script?: string,
): Promise<{ page: Page; context: BrowserContext; close: () => Promise<void> }> {
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  const context = await browser.newContext({
    baseURL: api,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (script) await page.addInitScript(script)
  await page.goto(path)
  await page.getByRole('textbox', { name: 'Email' }).fill('admin@portreeve.test')
  await page.getByLabel('Password', { exact: true }).fill('portreeve-demo')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  return { page, context, close: () => browser.close() }
}
