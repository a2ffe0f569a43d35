import type { Page } from '@playwright/test'
import { expect, named, test, watchCalls } from '../stack/test.ts'

const byIp = 'Associated Accounts by IP Address (Not banned if associated)'
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const rows = (page: Page, name: string) =>
  table(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
const shortUtc = /^\d{1,2}\/\d{1,2}\/\d{4} - \d{1,2}:\d\d[ap]m UTC$/
const figure = (page: Page) => page.getByRole('figure', { name: 'Linked accounts' })

test('[ACC-12] both tables have the nine columns in their order', async ({ page }) => {
  await page.goto('/user-detail/sentinel-account')
  for (const name of ['Associated Accounts', byIp])
    await expect(table(page, name).getByRole('columnheader')).toHaveText([
      ...['Name', 'UID', 'Email', 'Is Banned', 'OneSignalId', 'Last IP', 'Phone #', 'Last Active'],
      'Created At',
    ])
})

test('[ACC-15] [ACC-16] [ACC-29] [UDT-29] the content of a row; an invalid date as it is', async ({
  page,
}) => {
  await page.goto('/user-detail/sentinel-account')
  const cells = (name: string) =>
    rows(page, 'Associated Accounts').filter({ hasText: name }).getByRole('cell')
  await expect(cells('Sentinel Account Twin')).toHaveText([
    'Sentinel Account Twin',
    'sentinel-account-twin',
    'sentinel-account-twin@example.com',
    'False',
    '5e471e00-0000-4000-8000-000000000001',
    /./,
    '+15550107777',
    'null',
    'not a date',
  ])
  const banned = cells('Sentinel Account Banned')
  await expect(banned.nth(3)).toHaveText('True')
  await expect(banned.nth(5)).toHaveText('203.0.113.9')
  await expect(banned.nth(7)).toHaveText(shortUtc)
  await expect(banned.nth(8)).toHaveText(shortUtc)
})

test('[ACC-17] [ACC-18] [ACC-20] searches by push id, then phone, and separately by IP; no person twice', async ({
  page,
}) => {
  const calls = watchCalls(page)
  await page.goto('/user-detail/sentinel-account')
  await expect(rows(page, 'Associated Accounts')).toHaveCount(2)
  await expect(rows(page, byIp)).toHaveText([/Sentinel Account Banned/])
  const searches = calls
    .filter((call) => named(call) === 'GET /v1/admin/user_search')
    .map((call) => Object.fromEntries(new URL(call.url()).searchParams))
  const exclude_uid = 'sentinel-account'
  expect(searches).toEqual([
    { search_term: '5e471e00-0000-4000-8000-000000000001', exclude_uid },
    { search_term: '+15550107777', exclude_uid },
    { search_term: '203.0.113.9', exclude_uid },
  ])
})

test("[ACC-19] 'temp' is not searched as a telephone number", async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto('/user-detail/sentinel-phone-temp')
  await expect(page.getByText('No items.')).toHaveCount(2)
  const terms = calls
    .filter((call) => named(call) === 'GET /v1/admin/user_search')
    .map((call) => new URL(call.url()).searchParams.get('search_term'))
  expect(terms).toHaveLength(2)
  expect(terms).not.toContain('temp')
})

test('[ACC-13] [ACC-14] [UDT-91] [UDT-92] a row is a link to that person, whose page then loads', async ({
  page,
}) => {
  await page.goto('/user-detail/sentinel-account')
  const row = rows(page, 'Associated Accounts').filter({ hasText: 'Sentinel Account Banned' })
  await expect(row.getByRole('link')).toHaveAttribute('href', '/user-detail/sentinel-account-banned')
  await expect(page.getByRole('heading', { name: 'Denied Listings (2)' })).toBeVisible()
  const calls = watchCalls(page)
  // Anywhere in the row.
  await row.click({ position: { x: 500, y: 10 } })
  await expect(page).toHaveURL('/user-detail/sentinel-account-banned')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sentinel Account Banned')
  await expect(page.getByRole('heading', { name: 'Denied Listings (0)' })).toBeVisible()
  const called = calls.map(named)
  for (const path of ['', '/transactions', '/ban_reasons', '/posts/denied', '/linked_accounts'])
    expect(called).toContain(`GET /v1/admin/users/sentinel-account-banned${path}`)
  expect(called).toContain('GET /v1/users/sentinel-account-banned/posts')
  expect(called).toContain('GET /v1/admin/sentinel-account-banned/verification_codes')
})

test('the wide table scrolls in its own box', async ({ page }) => {
  await page.setViewportSize({ width: 428, height: 800 })
  await page.goto('/user-detail/sentinel-account')
  await expect(rows(page, byIp)).toHaveCount(1)
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider).toBe(0)
  const box = section(page, `${byIp}, table`)
  expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
})

test.describe('the drawing of linked people', () => {
  test('names its people and its evidence, and marks banned people', async ({ page }) => {
    await page.goto('/user-detail/sentinel-account')
    const people = figure(page).getByRole('list', { name: 'People', exact: true })
    await expect(people.getByRole('link')).toHaveText([
      'Sentinel Account',
      'Sentinel Account BannedBanned',
      'Sentinel Account Twin',
    ])
    const evidence = figure(page).getByRole('list', { name: 'Evidence' }).getByRole('listitem')
    await expect(evidence).toHaveText([
      'Push id 5e471e00-0000-4000-8000-000000000001shared by 2',
      'Phone +15550107777shared by 3',
      'IP 203.0.113.9shared by 2',
    ])
    await expect(figure(page).locator('line')).toHaveCount(7)
    await expect(figure(page).getByText(/weak/)).toHaveCount(0)

    // The shown person is in the middle.
    const middle = (await people.getByRole('link').first().boundingBox()) ?? { x: 0, width: 0 }
    const all = (await figure(page).boundingBox()) ?? { x: 0, width: 0 }
    expect(Math.abs(middle.x + middle.width / 2 - (all.x + all.width / 2))).toBeLessThan(24)

    await people.getByRole('link').nth(2).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/user-detail/sentinel-account-twin')
  })

  test('has the same content as a list', async ({ page }) => {
    await page.goto('/user-detail/sentinel-account')
    await figure(page).getByText('The same as a list').click()
    await expect(page.getByRole('list', { name: 'Linked people' }).getByRole('listitem')).toHaveText([
      'Sentinel Account Banned — same phone, same IP; banned',
      'Sentinel Account Twin — same push id, same phone',
    ])
    await expect(page.getByRole('list', { name: 'What they share' }).getByRole('listitem')).toHaveText([
      /^Push id .*, shared by 2: Sentinel Account, Sentinel Account Twin$/,
      /^Phone \+15550107777, shared by 3: /,
      /^IP 203\.0\.113\.9, shared by 2: /,
    ])
  })

  test('a link that many share is dashed and called weak', async ({ page }) => {
    await page.goto('/dashboard/users?q=203.0.113.7')
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first()
      .getByRole('link')
      .click()
    await expect(figure(page)).toContainText('39 accounts share something with this one.')
    await expect(figure(page)).toContainText('A dashed line is a weak link')
    await expect(figure(page).getByText('shared by 40, weak link', { exact: true })).toBeVisible()
    const dashed = figure(page).locator('line[data-weak]')
    await expect(dashed).toHaveCount(40)
    await expect(dashed.first()).not.toHaveCSS('stroke-dasharray', 'none')
  })
})
