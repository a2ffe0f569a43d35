import { asAdmin, enter, hire } from '../../stack/colleague.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { expect, quiet, test } from '../../stack/test.ts'

test.use({ role: null })

test('a mention is a notification on each device; reading it on one marks it as read on the other', async ({
  page,
  browser,
}) => {
  const person = await hire('moderator')
  await importRows('users', [{ uid: 'noticed', displayName: 'Nora Noticed' }])
  await page.goto('/dashboard/moderating')
  await enter(page, person)
  const other = await (await browser.newContext()).newPage()
  await other.goto('/dashboard/moderating')
  await enter(other, person)
  const fresh = (on: typeof page) => on.getByRole('img', { name: /^\d+ new$/ })
  await expect(other.getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible()

  await test.step('nothing yet', async () => {
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByRole('dialog').getByText(/^Nothing yet\./)).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await asAdmin('POST', '/v1/admin/notes', {
    ...{ kind: 'user', id: 'noticed', text: 'Please look' },
    mentions: [person.uid],
  })
  for (const one of [page, other]) {
    await expect(one.getByText(/mentioned you in a note on a person\./)).toBeVisible()
    await expect(fresh(one)).toHaveText('1')
  }
  await test.step('the list names the person, and leads to the note', async () => {
    await page.getByRole('button', { name: 'Notifications' }).click()
    const row = page
      .getByRole('dialog')
      .getByRole('link', { name: /mentioned you in a note on .?Nora Noticed/ })
    await expect(row).toBeVisible()
    await quiet(page)
    await checkSchemes(page, 'notifications', ['[role=dialog]'])
    await row.click()
    await expect(page).toHaveURL(/\/user-detail\/noticed\?timeline=user(:|%3A)noticed/)
    await expect(page.getByRole('dialog').getByText('Please look')).toBeVisible()
  })
  await expect(fresh(other)).toHaveCount(0)
  await other.context().close()
})
