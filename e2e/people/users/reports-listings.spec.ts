import type { Page } from '@playwright/test'
import { press } from '../../stack/page-parts.ts'
import { answered, expect, named, sent, test, toast, watchCalls } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { cell, listingReports, openReports } from './reports.ts'

const ignoreCall = (key: string) => `PATCH /v1/posts/${key}/content_reports`
const deleteCall = (key: string) => `DELETE /v1/posts/${key}`
const titles = (page: Page) =>
  listingReports(page).getByRole('listitem').locator('a[target=_blank]', { hasText: /./ }).allTextContents()

const failures = [
  ['Ignore', 'Fail', 'Error ignoring listing report', '[LRP-12] [LRP-13]'],
  ['Delete Listing', 'Fail', 'Error deleting listing - 0', '[LRP-16] [LRP-18]'],
  ['Delete Listing', 'Drop', 'Error deleting listing', '[LRP-17] [LRP-18]'],
] as const

const actions = [
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

test('reported listings are ignored and deleted, by mouse and by keyboard', async ({ page }) => {
  await openReports(page)

  for (const [button, word, text, rows] of failures)
    await test.step(`${rows} a failed ${button} shows the failure, and the cell is back in its place (${word})`, async () => {
      const before = await titles(page)
      const title = `Sentinel Changes ${word} Listing`
      await press(cell(page, title), button)
      await expect(toast(page, text)).toHaveRole('alert')
      await expect(cell(page, title)).toBeVisible()
      expect(await titles(page)).toEqual(before)
      await closeToasts(page)
    })

  for (const { button, at, slow, call, done, rows, early } of actions) {
    await test.step(`${rows} ${button} without a confirmation (D-121)`, async () => {
      const request = sent(page, call(`sentinel-listing-${at}`))
      await press(cell(page, `Sentinel Listing ${at}`), button)
      // Only the reports on the screen.
      expect((await request).postDataJSON()).toEqual(
        button === 'Ignore' ? { status: 'ignored', seen: Array(3).fill(expect.any(String)) } : null,
      )
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(toast(page, done)).toHaveRole('status')
      await expect(cell(page, `Sentinel Listing ${at}`)).toHaveCount(0)
      await closeToasts(page)
    })

    await test.step(`${early} the cell is gone before the server answers (${button})`, async () => {
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
      await closeToasts(page)
    })
  }

  await test.step('a double click does not act on the next cell, and Enter moves to a link', async () => {
    const calls = watchCalls(page)
    await cell(page, 'Sentinel Listing 5').getByRole('button', { name: 'Ignore' }).dblclick()
    await expect(cell(page, 'Sentinel Listing 5')).toHaveCount(0)

    const all = await titles(page)
    const next = all[all.indexOf('Sentinel Listing 6') + 1] ?? ''
    await cell(page, 'Sentinel Listing 6').getByRole('button', { name: 'Ignore' }).focus()
    const last = answered(page, ignoreCall('sentinel-listing-6'))
    await page.keyboard.press('Enter')
    await expect(cell(page, 'Sentinel Listing 6')).toHaveCount(0)
    await expect(page.locator('a:focus')).toHaveText(next)
    await last
    expect(calls.map(named).filter((call) => call.startsWith('PATCH'))).toEqual([
      ignoreCall('sentinel-listing-5'),
      ignoreCall('sentinel-listing-6'),
    ])
  })

  await test.step('[LRP-11] [LRP-15] a reload shows none of them again', async () => {
    await page.reload()
    await expect(cell(page, 'Sentinel Listing 1')).toBeVisible()
    for (const title of ['Sentinel Listing 3', 'Sentinel Listing 4', 'Sentinel Slow 1', 'Sentinel Slow 2'])
      await expect(cell(page, title)).toHaveCount(0)
  })
})
