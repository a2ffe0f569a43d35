import { expect, quiet, test, watchCalls } from '../stack/test.ts'

test('[MAC-36] in admin mode there are no macros: Ctrl+M opens nothing', async ({ page }) => {
  await page.goto('/user-detail/sentinel-account#messages')
  await page.getByRole('region', { name: 'Inbox' }).getByRole('listitem').first().getByRole('button').click()
  await expect(page.getByRole('region', { name: 'Message list' })).toBeVisible()
  const calls = watchCalls(page)
  await page.keyboard.press('Control+m')
  await quiet(page)
  await expect(page.getByRole('searchbox', { name: 'Search macros' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Apply macro' })).toHaveCount(0)
  await expect(page.getByPlaceholder('Type a message...')).toHaveCount(0)
  expect(calls.map((one) => one.url())).toEqual([])
})
