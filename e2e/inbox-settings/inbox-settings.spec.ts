import { asAdmin } from '../stack/colleague.ts'
import { checkSchemes } from '../stack/page-parts.ts'
import { expect, test } from '../stack/test.ts'

test.use({ role: 'admin' })

test('an admin sets a target and working hours; each bad input has its sentence', async ({ page }) => {
  const before = await asAdmin<object>('GET', '/v1/admin/inbox_settings')
  await page.goto('/dashboard/inbox-settings')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const save = page.getByRole('button', { name: 'Save targets' })
  await expect(save).toHaveAttribute('aria-description', 'Nothing has changed.')
  await field('Minutes to the resolution').fill('0')
  await field('Work ends').fill('noon')
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck()
  await save.click()
  await expect(page.getByText('From 1 to 43200 minutes (30 days), or empty for no target.')).toBeVisible()
  await expect(page.getByText('A time such as 17:00; 24:00 is the end of the day.')).toBeVisible()
  await checkSchemes(page, 'targets')
  await field('Minutes to the resolution').fill('2880')
  await field('Work ends').fill('23:00')
  await save.click()
  await expect(page.getByText('Targets and working hours saved.')).toBeVisible()
  await page.reload()
  await expect(field('Minutes to the resolution')).toHaveValue('2880')
  await expect(page.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked()
  await asAdmin('PATCH', '/v1/admin/inbox_settings', before)
})
