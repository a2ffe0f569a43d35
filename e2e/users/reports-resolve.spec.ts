import type { Page } from '@playwright/test'
import { press } from '../stack/page-parts.ts'
import { answered, expect, named, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'
import { comeBack, group, listCall, openReports, resolveCall, toggle, userReports } from './reports.ts'

const lists = (calls: ReturnType<typeof watchCalls>) =>
  calls.filter((call) => named(call) === listCall).length
/** How long a toast was shown, milliseconds. */
const stays = async (page: Page, text: string) => {
  await expect(toast(page, text)).toBeVisible()
  const began = Date.now()
  await expect(toast(page, text)).toHaveCount(0, { timeout: 9000 })
  return Date.now() - began
}

test('[URP-20] [URP-21] [URP-22] [URP-26] [API-30] Resolve All resolves the reports on the screen, and the row leaves', async ({
  page,
}) => {
  const answer = answered(page, listCall)
  await openReports(page)
  const { data } = (await (await answer).json()) as {
    data: { reporting_uid: string; reports: { id: string }[] }[]
  }
  const ids = data.find((one) => one.reporting_uid === 'sentinel-reported-3')?.reports.map(({ id }) => id)
  expect(ids).toHaveLength(2)
  const calls = watchCalls(page)
  await press(group(page, 'Sentinel Reported 3'), 'Resolve All')
  const done = stays(page, 'Resolved all reports for Sentinel Reported 3')
  await expect(group(page, 'Sentinel Reported 3')).toHaveCount(0)
  await expect(toast(page, 'Resolved all reports for Sentinel Reported 3')).toHaveRole('status')
  const call = calls.find((one) => named(one) === resolveCall('sentinel-reported-3'))
  expect(call?.postDataJSON()).toEqual({ status: 'resolved', seen: ids })
  const stayed = await done
  expect(stayed).toBeGreaterThan(2000)
  expect(stayed).toBeLessThan(4500)
  // The list was not fetched.
  expect(lists(calls)).toBe(0)
  await page.reload()
  await expect(toggle(page, 'Sentinel Reported 1')).toBeVisible()
  await expect(group(page, 'Sentinel Reported 3')).toHaveCount(0)
})

test('[URP-20] the row stays until the server has answered, and the button does not open it (D-115)', async ({
  page,
}) => {
  await openReports(page)
  const row = group(page, 'Sentinel Slow')
  const answer = answered(page, resolveCall('sentinel-slow'))
  await press(row, 'Resolve All')
  await quiet(page)
  await expect(toggle(page, 'Sentinel Slow')).toHaveAttribute('aria-expanded', 'false')
  await answer
  await expect(row).toHaveCount(0)
  await expect(toast(page, 'Resolved all reports for Sentinel Slow')).toBeVisible()
})

for (const word of ['Fail', '200', 'Drop'])
  test(`[URP-23] [URP-24] [URP-25] a failure is a toast for 5 seconds, then the list is loaded again (${word})`, async ({
    page,
  }) => {
    const name = `Sentinel Changes ${word}`
    await openReports(page)
    const calls = watchCalls(page)
    await press(group(page, name), 'Resolve All')
    const text = `Error resolving reports for ${name}`
    const stayed = stays(page, text)
    await expect(toast(page, text)).toHaveRole('alert')
    await expect.poll(() => lists(calls)).toBe(1)
    await expect(group(page, name).getByText('2 reports')).toBeVisible()
    expect(await stayed).toBeGreaterThan(4000)
    expect(await stayed).toBeLessThan(6500)
  })

test("[URP-23] [URP-25] [ERR-06] the server's own title, if any: the account has just been deleted", async ({
  page,
  context,
}) => {
  await openReports(page)
  const other = await context.newPage()
  await other.goto('/user-detail/sentinel-reported-4')
  await other.getByRole('button', { name: 'Delete account' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await expect(toast(other, 'Account deleted')).toBeVisible()

  const answer = answered(page, resolveCall('sentinel-reported-4'))
  await press(group(page, 'Sentinel Reported 4'), 'Resolve All')
  const refusal = (await (await answer).json()) as { error_title: string }
  expect(refusal.error_title).not.toBe('')
  await expect(toast(page, refusal.error_title)).toHaveRole('alert')
  await expect(group(page, 'Sentinel Reported 4')).toHaveCount(0)
})

test('a list whose reload fails stays, with a message', async ({ page, context }) => {
  await openReports(page)
  await context.setOffline(true)
  await comeBack(page)
  await expect(userReports(page).getByText('Could not be refreshed.')).toBeVisible()
  await expect(toggle(page, 'Sentinel Reported 1')).toBeVisible()
  await context.setOffline(false)
  await press(userReports(page), 'Retry')
  await expect(userReports(page).getByText('Could not be refreshed.')).toHaveCount(0)
})

test('by keyboard: the next row has the focus when the previous one is resolved', async ({ page }) => {
  await openReports(page)
  await toggle(page, 'Sentinel Reported 5').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const next = await group(page, 'Sentinel Reported 5').evaluate(
    (row) => row.nextElementSibling?.querySelector('button[aria-expanded]')?.textContent ?? '',
  )
  expect(next).not.toBe('')
  const call = sent(page, resolveCall('sentinel-reported-5'))
  await page.keyboard.press('Enter')
  await call
  await expect(group(page, 'Sentinel Reported 5')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveText(next)
})

test.describe('for a role without permission', () => {
  test.use({ role: 'finance' })
  test('Resolve All, Ignore and Delete Listing are disabled with the reason', async ({ page }) => {
    await openReports(page)
    const calls = watchCalls(page)
    const why = {
      'Resolve All': 'Your role (finance) may not resolve or ignore reports.',
      Ignore: 'Your role (finance) may not resolve or ignore reports.',
      'Delete Listing': 'Your role (finance) may not delete a listing.',
    }
    for (const [name, reason] of Object.entries(why)) {
      const button = page.getByRole('button', { name, exact: true }).first()
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await button.hover()
      await expect(page.getByRole('tooltip', { name: reason })).toBeVisible()
      await button.click({ force: true })
    }
    await quiet(page)
    expect(calls.filter((call) => call.method() !== 'GET')).toEqual([])
  })
})
