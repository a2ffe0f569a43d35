import { end, heading } from '../../stack/session-end.ts'
import { expect, signIn, test } from '../../stack/test.ts'

test.use({ role: null })

const typed = `Typed ${Date.now().toString(36)} äß <b>`

test('a message stays in place, is sent once, and loses no character @slow', async ({ page }) => {
  await page.goto('/dashboard/messages')
  await signIn(page, 'moderator')
  const retry = page.getByRole('button', { name: 'Retry', exact: true })
  const message = page.getByPlaceholder('Type a message...')
  await message.fill(typed)
  await end(page)
  await Promise.race([message.press('Enter').catch(() => {}), expect(heading(page)).toBeVisible()])
  await expect(heading(page)).toBeVisible()
  await signIn(page, 'moderator')
  await expect(heading(page)).toHaveCount(0)
  // Sent before or after the page knows of the session's end: it is in one of two places.
  const sent = page.getByRole('region', { name: 'Message list' }).getByText(typed)
  await expect(sent.or(page.getByText(typed).and(message)).first()).toBeVisible()
  if ((await message.inputValue()) === typed) await message.press('Enter')
  else if (await retry.isVisible()) await retry.click()
  await expect(sent).toHaveCount(1)
  await expect(page.getByText('Sending…')).toHaveCount(0)
  await page.reload()
  await expect(sent).toHaveCount(1)
})
