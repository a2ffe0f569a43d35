import type { Page } from '@playwright/test'
import { signIn } from './test.ts'

/** Signs in to the production environment, which has no demo data, and goes to an address there. */
export async function inProduction(page: Page, path: string) {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('isProdEnv', 'true'))
  await page.goto(path)
  await signIn(page)
}
