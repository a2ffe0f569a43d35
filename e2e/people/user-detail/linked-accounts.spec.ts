import type { Page } from '@playwright/test'
import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { expect, follow, named, test, toast, watchCalls } from '../../stack/test.ts'
import { goOn, shortUtc } from './person.ts'

const byIp = 'Associated Accounts by IP Address (Not banned if associated)'
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const rows = (page: Page, name: string) =>
  table(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
const figure = (page: Page) => page.getByRole('figure', { name: 'Linked accounts' })

test('associated accounts are read in their tables, and one of them is opened', async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto('/user-detail/sentinel-account')

  await test.step('[ACC-17] [ACC-18] [ACC-20] searches by push id, then phone, and separately by IP; no person twice', async () => {
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
  await test.step('[ACC-12] both tables have the nine columns in their order', async () => {
    for (const name of ['Associated Accounts', byIp])
      await expect(table(page, name).getByRole('columnheader')).toHaveText([
        ...['Name', 'UID', 'Email', 'Is Banned', 'OneSignalId', 'Last IP', 'Phone #', 'Last Active'],
        'Created At',
      ])
  })
  await test.step('[ACC-15] [ACC-16] [ACC-29] [UDT-29] the content of a row; an invalid date as it is', async () => {
    const cells = (name: string) =>
      rows(page, 'Associated Accounts').filter({ hasText: name }).getByRole('cell')
    await expect(cells('Sentinel Account Twin')).toHaveText([
      ...['Sentinel Account Twin', 'sentinel-account-twin', 'sentinel-account-twin@example.com', 'False'],
      ...['5e471e00-0000-4000-8000-000000000001', /./, '+15550107777', 'null', 'not a date'],
    ])
    const banned = cells('Sentinel Account Banned')
    await expect(banned.nth(3)).toHaveText('True')
    await expect(banned.nth(5)).toHaveText('203.0.113.9')
    await expect(banned.nth(7)).toHaveText(shortUtc)
    await expect(banned.nth(8)).toHaveText(shortUtc)
  })
  await test.step('on a narrow window each account is an entry, and nothing scrolls sideways', async () => {
    await page.setViewportSize({ width: 428, height: 800 })
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBe(0)
    const box = page.getByRole('region', { name: `${byIp}, table`, exact: true })
    expect(await box.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await test.step('[ACC-13] [ACC-14] [UDT-91] [UDT-92] a row is a link to that person, whose page then loads', async () => {
    const row = rows(page, 'Associated Accounts').filter({ hasText: 'Sentinel Account Banned' })
    await expect(row.getByRole('link')).toHaveAttribute('href', '/user-detail/sentinel-account-banned')
    await expect(page.getByRole('heading', { name: 'Denied Listings (2)' })).toBeVisible()
    calls.length = 0
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

  await test.step('the drawing of linked people is read, as a list too, and followed', () =>
    readDrawing(page))
})

const asGraph = (page: Page) => figure(page).getByRole('button', { name: 'As a graph' }).click()

async function readDrawing(page: Page) {
  const people = figure(page).getByRole('list', { name: 'People', exact: true })
  await goOn(page, 'sentinel-account')

  await test.step('the matrix has the accounts in rows, and marks what each shares', async () => {
    const matrix = figure(page).getByRole('table', { name: 'Accounts of the ring' })
    await expect(matrix.getByRole('columnheader')).toHaveText([
      ...['', 'Account', 'Push id 5e471e00-0000-4000-8000-000000000001', 'Phone +15550107777'],
      ...['IP 203.0.113.9', 'Created'],
    ])
    const twin = matrix.getByRole('row').filter({ hasText: 'Sentinel Account Twin' }).getByRole('cell')
    await expect(twin.nth(1)).toContainText('same push id, same phone')
    const same = { name: 'the same' }
    const marks = await Promise.all([2, 3, 4].map((at) => twin.nth(at).getByRole('img', same).count()))
    expect(marks).toEqual([1, 1, 0])
    await expect(twin.last()).toHaveText('not a date')
  })
  await test.step('one note on all of them stands on the page of each', async () => {
    await figure(page).getByLabel('Reason for all').fill('One person with three phones.')
    const job = countedJob()
    await job.click(figure(page).getByRole('button', { name: 'Note on all' }))
    await expect(toast(page, 'Note on 3 accounts saved')).toBeVisible()
    job.expectAtMost(1)
    const other = await asAdmin('GET', '/v1/admin/notes/user/sentinel-account-twin')
    expect(JSON.stringify(other)).toContain('One person with three phones.')
  })
  await asGraph(page)

  await test.step('it names its people and its evidence, marks banned people, and has the shown person in the middle', async () => {
    await expect(people.getByRole('link')).toHaveText([
      ...['Sentinel Account', 'Sentinel Account BannedBanned', 'Sentinel Account Twin'],
    ])
    const evidence = figure(page).getByRole('list', { name: 'Evidence' }).getByRole('listitem')
    await expect(evidence).toHaveText([
      'Push id 5e471e00-0000-4000-8000-000000000001shared by 2',
      'Phone +15550107777shared by 3',
      'IP 203.0.113.9shared by 2',
    ])
    await expect(figure(page).locator('line')).toHaveCount(7)
    await expect(figure(page).getByText(/weak/)).toHaveCount(0)
    const middle = (await people.getByRole('link').first().boundingBox()) ?? { x: 0, width: 0 }
    const all = (await figure(page).boundingBox()) ?? { x: 0, width: 0 }
    expect(Math.abs(middle.x + middle.width / 2 - (all.x + all.width / 2))).toBeLessThan(24)
  })
  await test.step('the list has the same content', async () => {
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
  await test.step('a person of the drawing is opened by keyboard', async () => {
    await people.getByRole('link').nth(2).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/user-detail/sentinel-account-twin')
  })
  await test.step('a link that many share is dashed and called weak', async () => {
    await follow(page, '/dashboard/users?q=203.0.113.7')
    const found = page.getByRole('region', { name: 'Search results' }).getByRole('row')
    await found
      .filter({ has: page.getByRole('link') })
      .first()
      .getByRole('link')
      .click()
    await expect(figure(page)).toContainText('39 accounts share something with this one.')
    await asGraph(page)
    await expect(figure(page)).toContainText('A dashed line is a weak link')
    await expect(figure(page).getByText('shared by 40, weak link', { exact: true })).toBeVisible()
    const dashed = figure(page).locator('line[data-weak]')
    await expect(dashed).toHaveCount(40)
    await expect(dashed.first()).not.toHaveCSS('stroke-dasharray', 'none')
  })
}
