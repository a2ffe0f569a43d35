import type { Page } from '@playwright/test'

export const of = (uid: string, rest = '') => `/v1/admin/users/${uid}${rest}`
export const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' })
export const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })
export const cells = (page: Page, name: string) => section(page, name).getByRole('listitem')

export const tabs = {
  account: 'Account',
  messages: 'Messages',
  devices: 'Devices',
  listings: 'Listings',
  promoted_posts: 'Promoted Posts',
}
