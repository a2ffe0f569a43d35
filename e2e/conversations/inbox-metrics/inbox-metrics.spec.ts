import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { answered, expect, quiet, test } from '../../stack/test.ts'
import { inbox, list, pane, row, talk } from '../inbox/inbox.ts'

// Both tests change the settings of the inbox: one after another.
test.describe.configure({ mode: 'default' })
test.use({ role: 'support', viewport: { width: 1440, height: 900 } })

const settings = '/v1/admin/inbox_settings'
test.afterAll(() => asAdmin('PATCH', settings, { first_answer_minutes: null }))

test('a wait over the target is late in words; who answers late this week is one click away @slow', async ({
  page,
}) => {
  await asAdmin('PATCH', settings, { first_answer_minutes: 240 })
  await page.goto(`/dashboard/messages/${talk(8)}?view=all`)
  await expect(list(page)).toContainText('Team question 8')
  await test.step('in the list and in the head of the conversation', async () => {
    const late = /Waiting \d+ (h|d).*, target 4 h: late/
    await expect(row(page, 8)).toContainText(late)
    await expect(pane(page).getByText(late)).toBeVisible()
    await quiet(page)
    await checkSchemes(page, 'an open conversation of the team inbox', ['main'])
  })
  await pane(page).getByPlaceholder('Type a message...').fill('It is found.')
  const answer = answered(page, `POST /v1/admin/inbox/${talk(8)}/messages`)
  await page.keyboard.press('Enter')
  await answer
  const chosen = inbox(page).locator('[aria-current="page"]')
  await expect(chosen).toContainText('It is found.')
  await expect(chosen).not.toContainText('late')

  await test.step('the figures of the week, by member', async () => {
    const job = countedJob()
    await job.click(inbox(page).getByRole('link', { name: 'Metrics' }))
    const table = page.getByRole('table', { name: 'By member' })
    const own = table.getByRole('row').filter({ hasText: 'Suki Support' })
    await expect(own.locator('[data-column="Late answers"]')).toHaveText(/^[1-9]\d*$/)
    job.expectAtMost(1)
    await expect(page.getByRole('img', { name: /^Time to first answer by day, as a line/ })).toBeVisible()
    const today = page.getByRole('table', { name: 'By day' }).locator('tbody tr').first()
    await expect(today.locator('[data-column="Late answers"]')).toHaveText(/^[1-9]\d*$/)
    await quiet(page)
    await checkSchemes(page, 'metrics')
  })
  await test.step('another range is in the URL', async () => {
    await page.getByRole('link', { name: '30 days' }).click()
    await expect(page).toHaveURL(/\/dashboard\/inbox-metrics\?days=30$/)
    await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'true')
  })
  await test.step('in a narrow window', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await quiet(page)
    await checkSchemes(page, 'metrics, narrow')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test.describe('settings', () => {
  test.use({ role: 'admin' })

  test('an admin sets a target and working hours; each bad input has its sentence @slow', async ({
    page,
  }) => {
    const before = await asAdmin<object>('GET', settings)
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
    await asAdmin('PATCH', settings, before)
  })
})
