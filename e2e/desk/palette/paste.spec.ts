import type { Page } from '@playwright/test'
import { talk } from '../../conversations/inbox/inbox.ts'
import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { byKeys } from '../../stack/keys.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test } from '../../stack/test.ts'

const box = (page: Page) => page.getByRole('dialog').getByRole('combobox')

test('pasted as it was copied, and typed as people type: the palette and the searches find it', async ({
  page,
}) => {
  const sale = await makeSale('paste-7')
  await importRows('users', [
    { uid: 'paste-person', displayName: 'Niamh O’Shaunessy', email: 'niamh.paste@example.com' },
  ])
  await page.goto('/dashboard/users')
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeVisible()
  await test.step('an id with what surrounded it: one key after Ctrl+K', async () => {
    const job = byKeys(page)
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeFocused()
    await page.keyboard.insertText(` “Transaction #${sale.id}”,\u200b`)
    await job.press('Enter')
    await expect(page).toHaveURL(`/dashboard/txns/${sale.id}`)
    job.expectAtMost(1)
  })
  await test.step('a person by a name without its apostrophe', async () => {
    const job = byKeys(page)
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeFocused()
    await page.keyboard.insertText('niamh oshaunessy')
    await job.press('Enter')
    await expect(page).toHaveURL('/user-detail/paste-person')
    job.expectAtMost(1)
  })
  await test.step('the people whom a colleague blocked in the last 7 days', async () => {
    await asAdmin('PATCH', '/v1/admin/users/paste-person/ban', { ban_reason: 'Scam' })
    await page.goto('/dashboard/users')
    const job = byKeys(page)
    await page.getByRole('searchbox').first().fill('blocked:<7d blocked_by:“Ada Admin” oshaunessy')
    await job.press('Enter')
    await expect(page.getByText('Niamh O’Shaunessy').first()).toBeVisible()
    job.expectAtMost(1)
  })
})

test('a note is posted by keyboard, a macro is taken by the beginning of its name, a link names its host @slow', async ({
  page,
}) => {
  await test.step('Ctrl+Enter posts a note, whose text survives a reload', async () => {
    await page.goto('/user-detail/sentinel-seller')
    const open = page
      .getByRole('complementary', { name: 'Person' })
      .getByRole('button', { name: /^Timeline of/ })
    await open.click()
    const field = page.getByRole('textbox', { name: 'Note for other staff' })
    await field.fill('Called, no answer')
    await page.goto('/user-detail/sentinel-seller')
    await open.click()
    await expect(field).toHaveValue('Called, no answer')
    const job = byKeys(page)
    await field.focus()
    await job.press('Control+Enter')
    await expect(field).toHaveValue('')
    await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Called, no answer')
    job.expectAtMost(1)
  })
  await test.step('the macro that begins with the text is the first', async () => {
    for (const title of ['Never zqpay outside', 'Zqpayout schedule'])
      await asAdmin('POST', '/v1/admin/macros', { title, text: `Text of ${title}` })
    await page.goto(`/dashboard/messages/${talk(5)}?view=all`)
    await expect(page.getByRole('region', { name: 'Message list' })).toContainText('Team question 5')
    const job = byKeys(page)
    await job.press('Control+m')
    await page.getByRole('searchbox', { name: 'Search macros' }).fill('zqpay')
    await expect(page.getByRole('list', { name: 'Macros' }).getByRole('listitem')).toHaveCount(2)
    await job.press('Enter')
    await expect(page.getByText('Text of Zqpayout schedule')).toBeVisible()
    job.expectAtMost(2)
  })
  await test.step('a web address of a message is opened by a page that names its host', async () => {
    await page.goto('/dashboard/leave?to=https%3A%2F%2Fportreeve.example%40evil.example%2Fpay')
    await expect(page.getByText('A message leads to evil.example.')).toBeVisible()
    const job = countedJob()
    const opened = page.waitForEvent('popup')
    await job.click(page.getByRole('link', { name: 'Open evil.example' }))
    await (await opened).close()
    job.expectAtMost(1)
  })
})
