import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { byKeys } from '../../stack/keys.ts'
import { checkAxe, checkSchemes } from '../../stack/page-parts.ts'
import { answered, consoleAddress, expect, follow, test } from '../../stack/test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Audit log' })
const rows = (page: Page) => table(page).locator('tbody > tr:not([hidden])')
const filters = (page: Page) => page.getByRole('search', { name: 'Filters' })
const house = (page: Page) => page.getByRole('navigation', { name: 'Administration' })
const listCall = 'GET /v1/admin/audit'

async function asAdmin(page: Page) {
  const { token } = (await (await page.request.get(`${consoleAddress}/identity/token`)).json()) as {
    token: string
  }
  return { authorization: `Bearer ${token}`, 'x-api-key': 'portreeve-development' }
}

/** A person for one test, with an action in the audit. */
async function somebody(page: Page, name: string, notes: string[]) {
  const uid = `audit-${name}-${Date.now()}`
  await importRows('users', [{ uid, displayName: uid, post_ability: 1 }])
  const headers = await asAdmin(page)
  for (const text of notes)
    await page.request.post(`${consoleAddress}/v1/admin/notes`, {
      headers,
      data: { kind: 'user', id: uid, text },
    })
  return { uid, headers }
}

test('the log is read: a row, filters, nothing, a failure, and an export', async ({ page }) => {
  const { uid, headers } = await somebody(page, 'page', [])
  await page.request.patch(`${consoleAddress}/v1/admin/users/${uid}/ban`, {
    headers,
    data: { ban_reason: 'Too many cars' },
  })
  await page.goto('/dashboard/users')

  await test.step('it is in the list of pages about staff themselves', async () => {
    await expect(house(page).getByRole('link')).toHaveText(['Staff', 'Audit log', 'Developers'])
    await house(page).getByRole('link', { name: 'Audit log' }).click()
    await expect(page).toHaveURL(/\/dashboard\/audit$/)
    await expect(house(page).getByRole('link', { name: 'Audit log' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveCount(0)
  })
  await test.step('the page shows author, action, record, reason, before and after', async () => {
    await filters(page).getByLabel('Record', { exact: true }).selectOption('Person')
    await filters(page).getByLabel('ID of the record').fill(uid)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`kind=user&id=${uid}`))
    await expect(rows(page)).toHaveCount(1)
    const row = rows(page).first()
    await expect(row).toContainText('Ada Admin')
    await expect(row).toContainText('Blocked the account')
    await expect(row).toContainText('Too many cars')
    const link = row.getByRole('link', { name: uid })
    await expect(link).toHaveAttribute('href', `/user-detail/${uid}`)
    await row.getByRole('button', { name: /^Details/ }).click()
    await expect(table(page).locator('dl > div').filter({ hasText: 'is banned' }).locator('dd')).toHaveText(
      /False.*became.*True/,
    )
    await checkAxe(page, 'a row with its details')
    await link.click()
    await expect(page).toHaveURL(new RegExp(`/user-detail/${uid}`))
    await page.goBack()
    await expect(filters(page).getByLabel('ID of the record')).toHaveValue(uid)
    await expect(rows(page).filter({ hasText: 'Blocked the account' })).toHaveCount(1)
  })
  await test.step('filters are in the address; an empty result is shown; they can be cleared', async () => {
    await follow(
      page,
      '/dashboard/audit?actor=nobody@portreeve.test&action=users.ban&from=2026-01-05&to=2026-01-06',
    )
    await expect(page.getByText('Nothing in the audit log matches these filters.')).toBeVisible()
    await expect(filters(page).getByLabel('Who (email or UID)')).toHaveValue('nobody@portreeve.test')
    await expect(filters(page).getByLabel('Action')).toHaveValue('users.ban')
    await expect(filters(page).getByLabel('From')).toHaveValue('2026-01-05')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(/\/dashboard\/audit$/)
    await expect(filters(page).getByLabel('Who (email or UID)')).toHaveValue('')
    await expect(rows(page).first()).toBeVisible()
  })
  await test.step('a failed log differs from an empty one; its export shows a failure, too', async () => {
    await follow(page, '/dashboard/audit?actor=sentinel-load-fails')
    await expect(page.getByText('The audit log could not be loaded.')).toBeVisible()
    await expect(page.getByText(/^Nothing/)).toHaveCount(0)
    const again = answered(page, listCall)
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(page.getByText('The export failed: This person of the demo always fails.')).toBeVisible()
  })

  await test.step('the filtered rows are exported; no cell runs in a spreadsheet; the export has an audit row', () =>
    exportRows(page))
})

async function exportRows(page: Page) {
  const { uid } = await somebody(page, 'export', ['=1+1', 'plain, "quoted"'])
  await follow(page, `/dashboard/audit?kind=user&id=${uid}`)
  await expect(rows(page)).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^audit-development-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const lines = text.split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffid,at,actor_uid/)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('"plain, ""quoted"""')
  expect(lines[2]).toContain(",'=1+1,")
  await follow(page, '/dashboard/audit?action=audit.export')
  await expect(rows(page).first()).toContainText('Exported the audit log')
}

test('Space shows an entry beside the list, J the next one, and the address names it', async ({ page }) => {
  const { uid } = await somebody(page, 'peek', ['First words', 'Second words'])
  await page.goto(`/dashboard/audit?kind=user&id=${uid}`)
  await expect(rows(page)).toHaveCount(2)
  const panel = page.getByRole('complementary', { name: 'Wrote a note' })
  const keys = byKeys(page)
  await keys.press('j')
  await expect(page.locator('a:focus')).toHaveText('Wrote a note')
  await keys.press('Space')
  await expect(panel).toContainText('Second words')
  await expect(panel.getByRole('link', { name: uid })).toBeVisible()
  await checkSchemes(page, 'an entry beside the list')
  await keys.press('j')
  await expect(panel).toContainText('First words')
  await page.reload()
  await expect(panel).toContainText('First words')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  keys.expectAtMost(3)
})

test('what a colleague decided is read apart from what they looked at; one agrees or says why not @slow', async ({
  page,
  pageOf,
}) => {
  const uid = `audit-checked-${Date.now()}`
  await importRows('users', [{ uid, displayName: 'Chaya Checked', post_ability: 1 }])
  const moderator = await pageOf('moderator')
  await moderator.goto(`/user-detail/${uid}`)
  const headers = await asAdmin(moderator)
  await moderator.request.patch(`${consoleAddress}/v1/admin/users/${uid}/ban`, {
    headers,
    data: { ban_reason: 'Sells fakes' },
  })
  await page.goto(`/dashboard/audit?actor=moderator@portreeve.test&kind=user&id=${uid}`)
  await expect(rows(page).first()).toBeVisible()
  const job = countedJob()
  await filters(page).getByLabel('What').selectOption('decisions')
  await expect(rows(page)).toHaveText([/Blocked the account/])
  await job.click(rows(page).getByRole('link', { name: 'Blocked the account' }))
  const panel = page.getByRole('complementary', { name: 'Blocked the account' })
  await expect(panel).toContainText('Sells fakes')
  await expect(panel.getByRole('button', { name: 'Disagree' })).toHaveAccessibleDescription(
    'Say why you disagree.',
  )
  await panel.getByLabel('Comment for the colleague').fill('One report only.')
  await job.click(panel.getByRole('button', { name: 'Disagree' }))
  await expect(panel).toContainText('Ada Admin disagrees')
  await expect(rows(page).first()).toContainText('Disagreed')
  await checkSchemes(page, 'a checked decision')
  job.expectAtMost(2)
  // A person's page has no navigation (D-039).
  await moderator.goto('/dashboard/desk')
  await moderator.getByRole('button', { name: /^Notifications/ }).click()
  await expect(
    moderator.getByText(/Ada Admin.* commented on your decision about .*Chaya Checked/).first(),
  ).toBeVisible()
})

test('a long log has more pages without duplicates @slow', async ({ page }) => {
  const { uid } = await somebody(
    page,
    'long',
    Array.from({ length: 105 }, (_, at) => `Note ${at}`),
  )
  await page.goto(`/dashboard/audit?kind=user&id=${uid}`)
  await expect(rows(page)).toHaveCount(100)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows(page)).toHaveCount(105)
  await expect(rows(page).last()).toContainText('Note 0')
})

test.describe('others', () => {
  test.use({ role: 'support' })

  test('get no link to it, and read the reason @slow', async ({ page }) => {
    await page.goto('/dashboard/audit')
    await expect(page.getByText('Your role (support) may not see the audit log.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(house(page).getByRole('link', { name: 'Audit log' })).toHaveCount(0)
    await expect(table(page)).toHaveCount(0)
  })
})

test.describe('axe', () => {
  test('finds nothing, wide and narrow @slow', async ({ page }) => {
    const { uid, headers } = await somebody(page, `axe`, ['שלום '.repeat(100)])
    await page.request.patch(`${consoleAddress}/v1/admin/users/${uid}/ban`, {
      headers,
      data: { ban_reason: 'Bad' },
    })
    await page.goto('/dashboard/audit?kind=user')
    await rows(page)
      .first()
      .getByRole('button', { name: /^Details/ })
      .click()
    await checkSchemes(page, 'wide')
    await page.setViewportSize({ width: 428, height: 800 })
    await checkSchemes(page, 'narrow')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(428)
  })
})
