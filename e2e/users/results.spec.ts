import { answered, expect, test } from '../stack/test.ts'
import { look, open, results, rows, search } from './search.ts'

test('[USR-05] [USR-06] [USR-23] the columns and their content', async ({ page }) => {
  await open(page)
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
  const cells = rows(page).first().getByRole('cell')
  await expect(cells).toHaveText([
    first?.displayName ?? '',
    first?.uid ?? '',
    first?.email ?? '',
    first?.isBanned ? 'True' : 'False',
    first?.oneSignalId ?? '',
    / - /,
  ])
  await expect(page.getByText('20 users')).toBeVisible()
})

test('[USR-06] each row is a link to its person, clicked anywhere, with any button', async ({
  page,
  context,
}) => {
  await open(page)
  await look(page, 'Sentinel Edit 1')
  const row = rows(page).filter({ has: page.getByRole('cell', { name: 'sentinel-edit-17', exact: true }) })
  await expect(row.getByRole('link')).toHaveAttribute('href', '/user-detail/sentinel-edit-17')

  const tab = context.waitForEvent('page')
  await row.getByRole('cell').nth(3).click({ button: 'middle', force: true })
  await expect(await tab).toHaveURL('/user-detail/sentinel-edit-17')

  await row.getByRole('cell').nth(4).click({ force: true })
  await expect(page).toHaveURL('/user-detail/sentinel-edit-17')
})

test('[USR-06] a row can be reached and followed by keyboard alone', async ({ page }) => {
  await open(page)
  await look(page, 'Sentinel Edit 1')
  await expect(rows(page)).toHaveCount(11)
  await page.keyboard.press('Tab')
  await expect(rows(page).first().getByRole('link')).toBeFocused()
  const uid = await rows(page).first().getByRole('cell').nth(1).textContent()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/user-detail/${uid}`)
})

test('[USR-17] the time of creation as Month D, YYYY - h:mma UTC', async ({ page }) => {
  await open(page)
  await look(page, 'sentinel-edit')
  await expect(rows(page)).toHaveCount(20)
  for (const text of await rows(page).getByRole('cell').nth(5).allTextContents())
    expect(text).toMatch(
      /^(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4} - \d{1,2}:\d\d[ap]m UTC$/,
    )
})

test('[USR-18] lastActive if created_at is no date; [USR-19] null without an email', async ({ page }) => {
  await open(page)
  const answer = answered(page, search)
  await look(page, 'sentinel')
  const { data } = (await (await answer).json()) as { data: { uid: string; lastActive: string }[] }
  const active = new Date(data.find(({ uid }) => uid === 'sentinel-bad-date')?.lastActive ?? '')
  const row = (uid: string) => rows(page).filter({ has: page.getByRole('cell', { name: uid, exact: true }) })
  await expect(row('sentinel-bad-date').getByRole('cell').nth(5)).toHaveText(
    new RegExp(`^[A-Z][a-z]+ ${active.getUTCDate()}, ${active.getUTCFullYear()} - \\d{1,2}:\\d\\d[ap]m UTC$`),
  )
  await expect(row('sentinel-nulls').getByRole('cell').nth(2)).toHaveText('null')
})

test('at most 200 rows are shown, and the page says that there are more', async ({ page }) => {
  await open(page)
  await look(page, 'a')
  await expect(rows(page)).toHaveCount(200)
  await expect(page.getByText('Showing the first 200. Refine the search to see others.')).toBeVisible()
  await look(page, 'sentinel-edit')
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByText('Showing the first')).toHaveCount(0)
})

test('a name of 300 letters from right to left stays in its row, whole in its tooltip', async ({ page }) => {
  await open(page)
  await look(page, 'sentinel')
  const row = rows(page).filter({ has: page.getByRole('cell', { name: 'sentinel-long-name', exact: true }) })
  const other = rows(page).filter({ has: page.getByRole('cell', { name: 'sentinel-balances', exact: true }) })
  const name = row.getByRole('link').locator('span')
  await expect(name).toHaveAttribute('dir', 'auto')
  expect((await name.getAttribute('title'))?.length).toBe(300)
  expect((await row.boundingBox())?.height).toBe((await other.boundingBox())?.height)
})
