import type { Page } from '@playwright/test'
import { expect, goOffline, signIn } from './test.ts'

/** Signs in to the production environment, which has no demo data, and goes to an address there. */
export async function inProduction(page: Page, path: string) {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('isProdEnv', 'true'))
  await page.goto(path)
  await signIn(page)
}

/**
 * Goes to a page while the server is unreachable: its code is cached, its data is not.
 * @param tab its name in the navigation
 */
export async function withoutServer(page: Page, path: string, tab: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard/orders/overview')
  await expect(page.getByRole('link', { name: /^Ada Admin/ })).toBeVisible()
  await goOffline(page)
  await page.getByRole('link', { name: tab, exact: true }).click()
}
