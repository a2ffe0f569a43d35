import { countedJob } from '../../stack/counted.ts'
import { dialog } from '../../stack/page-parts.ts'
import { pastePicture } from '../../stack/picture.ts'
import { expect, follow, test } from '../../stack/test.ts'
import { inbox, list, openAt, pane, row, shortenSnooze, talk, view } from './inbox.ts'

test.use({ role: 'support', viewport: { width: 1440, height: 900 } })

test('a conversation is handed over with a note; the colleague answers as Support, and opens a link to a message', async ({
  page,
  pageOf,
}) => {
  const colleague = await pageOf('moderator')
  await openAt(colleague, '/dashboard/messages?view=mine')
  const job = countedJob()
  await page.goto('/dashboard/messages')
  await job.click(view(page, 'Unassigned'))
  await job.click(row(page, 1))
  await expect(page).toHaveURL(new RegExp(`/dashboard/messages/${talk(1)}\\?view=unassigned$`))
  await job.click(pane(page).getByRole('button', { name: /^Assign…/ }))
  await job.click(dialog(page).getByRole('radio', { name: 'Milo Moderator' }))
  await dialog(page).getByLabel('Note').fill('The carrier answers by noon.')
  await job.click(dialog(page).getByRole('button', { name: 'Assign', exact: true }))
  await expect(dialog(page)).toHaveCount(0)
  await expect(list(page).getByRole('article', { name: 'Note of Suki Support' })).toContainText(
    'The carrier answers by noon.',
  )
  job.expectAtMost(5)

  await test.step('it is in the colleague’s view, with a notice', async () => {
    await expect(colleague.getByText(/Suki Support\S? assigned a conversation to you\./)).toBeVisible()
    await row(colleague, 1).click()
    await expect(list(colleague).getByRole('article')).toContainText('assigned it to Milo Moderator')
    await expect(pane(page).getByText('Milo Moderator also here.')).toBeVisible()
  })
  await test.step('the answer goes out as Support, and an answer over it is refused', async () => {
    await pane(page).getByPlaceholder('Type a message...').fill('I am on it, too')
    await expect(pane(colleague).getByText('Suki Support is typing…')).toBeVisible()
    const field = pane(colleague).getByPlaceholder('Type a message...')
    await pastePicture(field, 'parcel.png')
    await expect(pane(colleague).getByText('Write something with the files.')).toBeVisible()
    await field.fill('It is found.')
    await colleague.keyboard.press('Enter')
    await expect(list(page).getByText('Support (Milo Moderator)')).toBeVisible()
    await list(page).getByRole('button', { name: 'Show parcel.png' }).click()
    await expect(list(page).getByRole('img', { name: 'parcel.png' })).toBeVisible()
  })
  await test.step('a link to one message is opened by a colleague, and Back returns to the list', async () => {
    const linking = countedJob()
    await follow(page, `/dashboard/messages/${talk(4)}?view=unassigned`)
    const message = list(page).locator(`[id="${talk(4)}-000"]`)
    await message.hover()
    await linking.click(message.getByRole('link', { name: 'Link to this message' }))
    await expect(page).toHaveURL(new RegExp(`/${talk(4)}\\?view=unassigned#${talk(4)}-000$`))
    await expect(message).toHaveAttribute('data-shown')
    linking.expectAtMost(1)
    const { pathname, search, hash } = new URL(page.url())

    await colleague.goto(pathname + search + hash)
    await expect(list(colleague).locator('[data-shown]')).toContainText('Team question 4')
    await view(colleague, 'Closed').click()
    await expect(inbox(colleague).getByRole('heading', { name: 'Closed' })).toBeVisible()
    await colleague.goBack()
    await expect(list(colleague).locator('[data-shown]')).toContainText('Team question 4')
  })
})

test('a snooze that ends brings the conversation back by itself @slow', async ({ page }) => {
  await shortenSnooze(page)
  const job = countedJob()
  await page.goto(`/dashboard/messages/${talk(2)}?view=all`)
  await expect(list(page)).toContainText('Team question 2')
  await job.click(pane(page).getByRole('button', { name: /^Snooze…/ }))
  await job.click(dialog(page).getByRole('button', { name: /^For an hour/ }))
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, 2)).toContainText('Snoozed until')
  await expect(row(page, 2)).not.toContainText('Snoozed until')
  await expect(pane(page).getByText('Open', { exact: true })).toBeVisible()
  job.expectAtMost(2)
})

test('tags, priority, a mention, closing by key and opening again, and a macro with variables', async ({
  page,
}) => {
  await page.goto(`/dashboard/messages/${talk(5)}?view=all`)
  await expect(list(page)).toContainText('Team question 5')
  await test.step('a tag and a priority show in the list', async () => {
    await pane(page).getByLabel('Tags').fill('parcel')
    await page.keyboard.press('Enter')
    await pane(page).getByLabel('Priority').selectOption({ label: 'Urgent' })
    await expect(row(page, 5)).toContainText('parcel')
    await expect(row(page, 5)).toContainText('Urgent')
  })
  await test.step('a note mentions a colleague', async () => {
    await pane(page).getByRole('button', { name: /^Note/ }).click()
    await pane(page).getByLabel('Note for other staff').fill('Please look, @mi')
    await pane(page).getByRole('button', { name: '@Milo Moderator' }).click()
    await pane(page).getByRole('button', { name: 'Add note' }).click()
    await expect(list(page).getByRole('article').locator('mark')).toHaveText('@Milo Moderator')
  })
  await test.step('E closes it and opens it again', async () => {
    await list(page).focus()
    await page.keyboard.press('e')
    await expect(row(page, 5)).toContainText('Closed')
    await page.keyboard.press('e')
    await expect(row(page, 5)).not.toContainText('Closed')
  })
  await test.step('a macro with four variables is filled by choosing an order', async () => {
    const job = countedJob()
    await follow(page, `/dashboard/messages/${talk(3)}?view=all`)
    const person = page.getByRole('complementary', { name: 'The person' })
    const orders = person.getByRole('list', { name: 'Orders' }).getByRole('listitem')
    await expect(orders.first()).toBeVisible()
    await job.click(orders.first().getByRole('button', { name: /^Use in macros/ }))
    await job.click(pane(page).getByRole('button', { name: 'Apply macro' }))
    await job.click(page.getByRole('list', { name: 'Macros' }).getByText('Parcel traced'))
    const field = pane(page).getByPlaceholder('Type a message...')
    await expect(field).toHaveValue(/^About .+ \(\$[\d,]+\.\d\d, order .+\): the carrier searches for .+\.$/)
    await expect(field).not.toHaveValue(/\{\{/)
    job.expectAtMost(3)
  })
})
