import { importRows } from '../../stack/import-rows.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { expect, setLimit, test, toast } from '../../stack/test.ts'

test('a message becomes an appeal in one click; who decided may not decide it, a colleague takes the decision back', async ({
  page,
  pageOf,
}) => {
  // The person is told of the decision once it cannot be undone any more.
  setLimit(90_000)
  const uid = `appeal-${Date.now().toString(36)}`
  const date = new Date().toISOString()
  await importRows('users', [{ uid, displayName: `Ada ${uid}` }])
  await importRows('conversations', [
    {
      ...{ id: uid, conversationsMessagesID: `${uid}-m`, date, participants: [uid, 'support'] },
      members: { [uid]: `Ada ${uid}`, support: 'Support' },
    },
  ])
  await importRows('messages', [
    { id: `${uid}-1`, conversation_id: uid, senderID: uid, text: 'I wrote to nobody!', type: 0, date },
  ])
  const moderator = await pageOf('moderator')
  await moderator.goto(`/user-detail/${uid}`)
  const measures = moderator.getByRole('region', { name: 'Measures' })
  await measures.getByRole('button', { name: 'Restrict or warn…' }).click()
  const restrict = moderator.getByRole('dialog', { name: 'Restrict or warn' })
  await restrict.getByLabel('What', { exact: true }).selectOption('May not message')
  await restrict.getByLabel('What happened, for the person').fill('Forty messages in an hour.')
  await restrict.getByRole('button', { name: 'Restrict' }).click()
  await expect(measures).toContainText('May not message')

  await test.step('the message of the person is made an appeal', async () => {
    await page.goto(`/dashboard/messages/${uid}?view=all`)
    await page.getByText('I wrote to nobody!').last().hover()
    await page.getByRole('button', { name: 'Make it an appeal' }).click({ timeout: 60_000 })
    await toast(page, 'The message is an appeal.').getByRole('link', { name: 'Open it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Appeal of Ada ${uid}` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'What the person says' })).toContainText(
      'I wrote to nobody!',
    )
    await expect(page.getByRole('region', { name: 'The decision' })).toContainText(
      'Forty messages in an hour.',
    )
    await checkSchemes(page, 'appeal')
  })

  await test.step('who decided may not decide the appeal', async () => {
    await measures.getByRole('link', { name: 'Appeal open' }).click()
    await expect(moderator.getByRole('button', { name: 'Take it back…' })).toHaveAttribute(
      'aria-description',
      'You took part in the decision. Somebody who did not take part decides the appeal.',
    )
  })

  await test.step('a colleague takes the decision back, with a reason', async () => {
    await page.getByRole('button', { name: 'Take it back…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take the decision back' })
    await dialog.getByLabel('Why, for the person').fill(' ')
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Say why first: the person reads it.')
    await dialog.getByLabel('Why, for the person').fill('Another person had written them.')
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('region', { name: 'Outcome' })).toContainText(
      'Another person had written them.',
    )
    await page.goto(`/user-detail/${uid}`)
    const own = page.getByRole('region', { name: 'Measures' })
    await expect(own).toContainText('Taken back by')
    await expect(own).toContainText('Appeal: the decision was taken back')
  })
})

test.describe('support', () => {
  test.use({ role: 'support' })
  test('reads an appeal, and may not decide it @slow', async ({ page }) => {
    await page.goto('/dashboard/appeals/unknown')
    await expect(page.getByText('There is no such appeal.')).toBeVisible()
  })
})
