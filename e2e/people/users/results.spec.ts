import type { Page } from '@playwright/test'
import { answered, expect, test } from '../../stack/test.ts'
import { box, look, open, results, rows, search } from './search.ts'

const rowOf = (page: Page, uid: string) =>
  rows(page).filter({ has: page.getByRole('cell', { name: uid, exact: true }) })

test('the results of a search: their columns, their dates, and how many are shown', async ({ page }) => {
  await open(page)

  await test.step('[USR-05] [USR-06] [USR-23] the columns and their content', async () => {
    const answer = answered(page, search)
    await look(page, 'sentinel-edit')
    await expect(results(page).getByRole('columnheader')).toHaveText([
      'Name',
      'UID',
      'Email',
      'Is Banned',
      'OneSignalId',
      'Created at',
    ])
    const { data } = (await (await answer).json()) as { data: Record<string, string>[] }
    const [first] = data
    await expect(rows(page).first().getByRole('cell')).toHaveText([
      first?.displayName ?? '',
      first?.uid ?? '',
      first?.email ?? '',
      first?.isBanned ? 'True' : 'False',
      first?.oneSignalId ?? '',
      / - /,
    ])
    await expect(page.getByText('20 users')).toBeVisible()
  })

  await test.step('[USR-17] the time of creation as Month D, YYYY - h:mma UTC', async () => {
    await expect(rows(page)).toHaveCount(20)
    for (const text of await rows(page).getByRole('cell').nth(5).allTextContents())
      expect(text).toMatch(
        /^(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4} - \d{1,2}:\d\d[ap]m UTC$/,
      )
  })

  await test.step('[USR-18] lastActive if created_at is no date; [USR-19] null without an email', async () => {
    const answer = answered(page, search)
    await look(page, 'sentinel')
    const { data } = (await (await answer).json()) as { data: { uid: string; lastActive: string }[] }
    const active = new Date(data.find(({ uid }) => uid === 'sentinel-bad-date')?.lastActive ?? '')
    await expect(rowOf(page, 'sentinel-bad-date').getByRole('cell').nth(5)).toHaveText(
      new RegExp(
        `^[A-Z][a-z]+ ${active.getUTCDate()}, ${active.getUTCFullYear()} - \\d{1,2}:\\d\\d[ap]m UTC$`,
      ),
    )
    await expect(rowOf(page, 'sentinel-nulls').getByRole('cell').nth(2)).toHaveText('null')
  })

  await test.step('a drag over a row selects its text and opens nothing; a click opens the person', async () => {
    const cell = rowOf(page, 'sentinel-nulls').getByRole('cell').nth(1).locator('span')
    await cell.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await cell.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + 1, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width - 1, y + height / 2, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => String(getSelection()))).toBe('sentinel-nulls')
    await expect(page).toHaveURL(/\/dashboard\/users/)
  })

  await test.step('a name of 300 letters from right to left stays in its row, whole in its tooltip', async () => {
    const row = rowOf(page, 'sentinel-long-name')
    const name = row.getByRole('link').locator('span')
    await expect(name).toHaveAttribute('dir', 'auto')
    expect((await name.getAttribute('title'))?.length).toBe(300)
    const other = await rowOf(page, 'sentinel-balances').boundingBox()
    expect((await row.boundingBox())?.height).toBe(other?.height)
  })

  await test.step('at most 200 rows are shown, and the page says that there are more', async () => {
    await look(page, 'a')
    await expect(rows(page)).toHaveCount(200)
    await expect(page.getByText('Showing the first 200. Refine the search to see others.')).toBeVisible()
    await look(page, 'sentinel-edit')
    await expect(rows(page)).toHaveCount(20)
    await expect(page.getByText('Showing the first')).toHaveCount(0)
  })

  await test.step('from a result to the person and back', () => goAndComeBack(page))
})

async function goAndComeBack(page: Page) {
  await test.step('[USR-15] a single result opens the person; going back does not bounce forward', async () => {
    await look(page, 'sentinel-balances')
    await expect(page).toHaveURL('/user-detail/sentinel-balances')
    await page.goBack()
    await expect(page).toHaveURL('/dashboard/users')
    await expect(box(page)).toHaveValue('sentinel-balances')
    await expect(rows(page)).toHaveCount(1)
    // The same search again opens the person again.
    await box(page).press('Enter')
    await expect(page).toHaveURL('/user-detail/sentinel-balances')
    await page.goBack()
    await expect(rows(page)).toHaveCount(1)
  })

  await test.step('going back to the results restores them and the scroll position', async () => {
    await look(page, 'a')
    const row = rows(page).nth(120)
    await row.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(1000)
    const uid = await row.getByRole('cell').nth(1).textContent()
    await row.getByRole('link').click()
    await expect(page).toHaveURL(`/user-detail/${uid}`)
    await expect(page.getByText('Ban Reasons')).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/dashboard/users')
    await expect(box(page)).toHaveValue('a')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  })

  await test.step('[USR-06] a row can be reached and followed by keyboard alone', async () => {
    await look(page, 'Sentinel Edit 1')
    await expect(rows(page)).toHaveCount(11)
    await page.keyboard.press('Tab')
    await expect(rows(page).first().getByRole('link')).toBeFocused()
    const uid = await rows(page).first().getByRole('cell').nth(1).textContent()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/user-detail/${uid}`)
    await page.goBack()
  })

  await test.step('[USR-06] each row is a link to its person, clicked anywhere, with any button', async () => {
    const row = rowOf(page, 'sentinel-edit-17')
    await expect(row.getByRole('link')).toHaveAttribute('href', '/user-detail/sentinel-edit-17')
    const tab = page.context().waitForEvent('page')
    // The link covers its row. Each click waits until the row is at rest: the page scrolls back to where it was.
    const clickAt = async (cell: number, button?: 'middle') => {
      const [whole, part] = [await row.boundingBox(), await row.getByRole('cell').nth(cell).boundingBox()]
      const x = (part?.x ?? 0) - (whole?.x ?? 0) + 10
      await row.click({ button, position: { x, y: (whole?.height ?? 0) / 2 } })
    }
    await clickAt(3, 'middle')
    await expect(await tab).toHaveURL('/user-detail/sentinel-edit-17')
    await (await tab).close()
    await clickAt(4)
    await expect(page).toHaveURL('/user-detail/sentinel-edit-17')
  })
}
