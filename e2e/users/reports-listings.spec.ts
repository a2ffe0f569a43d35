import type { Page } from '@playwright/test'
import { press } from '../stack/page-parts.ts'
import { answered, expect, named, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'
import { cell, listingReports, openReports } from './reports.ts'

const list = 'GET /v1/content_reports'
const ignoreCall = (key: string) => `PATCH /v1/posts/${key}/content_reports`
const deleteCall = (key: string) => `DELETE /v1/posts/${key}`
const titles = (page: Page) => listingReports(page).getByRole('listitem').getByRole('link').allTextContents()

test('[LRP-05] [LRP-06] [LRP-07] [LRP-08] [LRP-09] [API-31] the content and links of a cell', async ({
  page,
}) => {
  const call = sent(page, list)
  const answer = answered(page, list)
  await openReports(page)
  expect((await call).postData()).toBeNull()
  expect(new URL((await call).url()).search).toBe('')
  const { data } = (await (await answer).json()) as { data: { key: string; total_reports: number }[] }
  expect(data.find(({ key }) => key === 'sentinel-listing-1')?.total_reports).toBe(3)

  const first = cell(page, 'Sentinel Listing 1')
  await first.scrollIntoViewIfNeeded()
  await expect(first.getByText('Described as sentinel-listing-1.')).toBeVisible()
  await expect(first.getByText('Reports: 3', { exact: true })).toBeVisible()
  const picture = first.locator('img')
  await expect(picture).toHaveAttribute('src', /\/images\/listings\/bike-sentinel0002\/thumb\.svg$/)
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const box = await picture.boundingBox()
  expect([box?.width, box?.height]).toEqual([130, 130])
  for (const name of ['Ignore', 'Delete Listing'])
    await expect(first.getByRole('button', { name, exact: true })).toBeVisible()
  const link = first.getByRole('link', { name: 'Sentinel Listing 1' })
  await expect(link).toHaveAttribute('href', 'https://marketplace.example/posts/sentinel-listing-1')
  await expect(link).toHaveAttribute('target', '_blank')
  // A listing without picture and description has a cell, too.
  await expect(cell(page, 'Sentinel Listing 2').getByText('Reports: 3')).toBeVisible()
})

test('every reported listing of the server is shown', async ({ page }) => {
  const answer = answered(page, list)
  await openReports(page)
  const { data } = (await (await answer).json()) as { data: unknown[] }
  await expect(listingReports(page).getByRole('listitem')).toHaveCount(data.length)
  await expect(listingReports(page).getByText(`${data.length} listings`)).toBeVisible()
})

const deeds = [
  {
    button: 'Ignore',
    at: 3,
    slow: 1,
    call: ignoreCall,
    done: 'Ignored listing report',
    rows: '[LRP-11] [API-32]',
    early: '[LRP-10]',
  },
  {
    button: 'Delete Listing',
    at: 4,
    slow: 2,
    call: deleteCall,
    done: 'Deleted listing',
    rows: '[LRP-15]',
    early: '[LRP-14]',
  },
] as const

for (const { button, at, slow, call, done, rows, early } of deeds) {
  test(`${rows} ${button} without a confirmation (D-121)`, async ({ page }) => {
    await openReports(page)
    const request = sent(page, call(`sentinel-listing-${at}`))
    await press(cell(page, `Sentinel Listing ${at}`), button)
    // Only the reports on the screen.
    expect((await request).postDataJSON()).toEqual(
      button === 'Ignore' ? { status: 'ignored', seen: Array(3).fill(expect.any(String)) } : null,
    )
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(toast(page, done)).toHaveRole('status')
    await expect(cell(page, `Sentinel Listing ${at}`)).toHaveCount(0)
    await page.reload()
    await expect(cell(page, 'Sentinel Listing 1')).toBeVisible()
    await expect(cell(page, `Sentinel Listing ${at}`)).toHaveCount(0)
  })

  test(`${early} the cell is gone before the server answers (${button})`, async ({ page }) => {
    await openReports(page)
    const title = `Sentinel Slow ${slow}`
    let isAnswered = false
    const answer = answered(page, call(`sentinel-slow-${slow}`)).then(() => {
      isAnswered = true
    })
    await press(cell(page, title), button)
    await expect(cell(page, title)).toHaveCount(0)
    expect(isAnswered).toBe(false)
    await answer
    await expect(toast(page, done)).toBeVisible()
    await expect(cell(page, title)).toHaveCount(0)
  })
}

const failures = [
  ['Ignore', 'fail', 'Error ignoring listing report', '[LRP-12] [LRP-13]'],
  ['Ignore', '200', 'Error ignoring listing report', '[LRP-12] [LRP-13]'],
  ['Ignore', 'drop', 'Error ignoring listing report', '[LRP-12] [LRP-13]'],
  ['Delete Listing', '200', 'Error deleting listing - 0', '[LRP-16] [LRP-18]'],
  ['Delete Listing', 'fail', 'Error deleting listing - 0', '[LRP-16] [LRP-18]'],
  ['Delete Listing', 'drop', 'Error deleting listing', '[LRP-17] [LRP-18]'],
] as const
for (const [button, word, text, rows] of failures)
  test(`${rows} a failed ${button} shows the failure, and the cell is back in its place (${word})`, async ({
    page,
  }) => {
    await openReports(page)
    const before = await titles(page)
    const title = `Sentinel Changes ${word.replace(/^./, (letter) => letter.toUpperCase())} Listing`
    await press(cell(page, title), button)
    await expect(toast(page, text)).toHaveRole('alert')
    await expect(cell(page, title)).toBeVisible()
    expect(await titles(page)).toEqual(before)
  })

test('a double click does not act on the next cell, and Enter moves to a link', async ({ page }) => {
  await openReports(page)
  const calls = watchCalls(page)
  const button = cell(page, 'Sentinel Listing 5').getByRole('button', { name: 'Ignore' })
  await button.dblclick()
  await expect(cell(page, 'Sentinel Listing 5')).toHaveCount(0)
  await quiet(page)
  expect(calls.map(named).filter((call) => call.startsWith('PATCH'))).toEqual([
    ignoreCall('sentinel-listing-5'),
  ])

  const all = await titles(page)
  const next = all[all.indexOf('Sentinel Listing 6') + 1] ?? ''
  await cell(page, 'Sentinel Listing 6').getByRole('button', { name: 'Ignore' }).focus()
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Sentinel Listing 6')).toHaveCount(0)
  await expect(page.locator('a:focus')).toHaveText(next)
})
