import type { Locator, Page } from '@playwright/test'
import { open } from '../people/user-detail/person.ts'
import { cell, group, openReports } from '../people/users/reports.ts'
import { expect, named, test, watchCalls } from '../stack/test.ts'

/** The held action of a record. Other tests act as the same person. */
const just = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Just done' }).getByRole('listitem').filter({ hasText: title })

/** Two clicks at the place of a button, 150 ms apart: the test is about that pause. */
async function clickTwice(page: Page, button: Locator) {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await new Promise((done) => setTimeout(done, 150))
  await page.mouse.click(x, y)
}
const changes = (calls: ReturnType<typeof watchCalls>) =>
  calls.map(named).filter((call) => !call.startsWith('GET'))

const actions = [
  {
    button: 'Delete Listing',
    title: 'Sentinel Listing 13',
    row: cell,
    call: 'DELETE /v1/posts/sentinel-listing-13',
    rows: '[LRP-14]',
  },
  {
    button: 'Resolve All',
    title: 'Sentinel Reported 15',
    row: group,
    call: 'PATCH /v1/admin/users/sentinel-reported-15/user_reports',
    rows: '[URP-20]',
  },
]
test('held actions of the reports: no row moves, two clicks act on one record, and an undo brings it back @slow', async ({
  page,
}) => {
  await openReports(page)

  await test.step('a row keeps its place under the pointer until the pointer has left the list', async () => {
    const next = cell(page, 'Sentinel Listing 16')
    const one = cell(page, 'Sentinel Listing 15')
    // The pointer rests before the page is measured: scrolling lays out cells above, which moves the others.
    await one.getByRole('button', { name: 'Ignore' }).hover()
    const before = await next.boundingBox()
    await one.getByRole('button', { name: 'Ignore' }).click()
    await expect(one).toHaveCount(0)
    expect(await next.boundingBox()).toEqual(before)
    await page.mouse.move(2, 2)
    await expect.poll(() => next.boundingBox()).not.toEqual(before)
    await just(page, 'Sentinel Listing 15').getByRole('button', { name: 'Undo' }).click()
    await expect(one).toBeVisible()
  })
  const calls = watchCalls(page)
  for (const { button, title, row, rows } of actions)
    await test.step(`${rows} two clicks on ${button} 150 ms apart act on one record`, async () => {
      await clickTwice(page, row(page, title).getByRole('button', { name: button }))
      await expect(row(page, title)).toHaveCount(0)
    })
  await page.reload()
  for (const { button, title, row, rows } of actions)
    await test.step(`${rows} an undo of ${button} after a reload brings it back`, async () => {
      await just(page, title).getByRole('button', { name: 'Undo' }).click()
      await expect(just(page, title)).toHaveCount(0)
      await expect(row(page, title)).toBeVisible()
    })
  expect(changes(calls)).toEqual([
    ...actions.map(({ call }) => call),
    ...actions.map(() => expect.stringMatching(/^POST \/v1\/admin\/held\/.+\/undo$/)),
  ])
})

test('a note is typed as soon as the timeline is open, and Escape asks before it discards typed text', async ({
  page,
}) => {
  await open(page, 'sentinel-edit-15')
  await page
    .getByRole('button', { name: /^Timeline of / })
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByLabel('Note for other staff')).toBeFocused()
  await page.keyboard.type('Checked with the bank')
  await expect(drawer.getByLabel('Note for other staff')).toHaveValue('Checked with the bank')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL(/sentinel-edit-15/)

  const email = page.getByLabel('Email', { exact: true })
  await email.fill('typed@example.com')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('link', { name: 'Back' }).click(),
  ]) {
    await leave()
    const asks = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(asks).toContainText('Your changes to this account are not saved yet.')
    await asks.getByRole('button', { name: 'Stay' }).click()
    await expect(asks).toHaveCount(0)
    await expect(email).toHaveValue('typed@example.com')
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/users')
})
