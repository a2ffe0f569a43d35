import { asAdmin } from '../../stack/colleague.ts'
import { press } from '../../stack/page-parts.ts'
import { answered, expect, named, sent, test, toast, watchCalls, withoutLive } from '../../stack/test.ts'
import { closeToasts, expectStay, stopClock } from '../../stack/toasts.ts'
import { comeBack, group, listCall, openReports, resolveCall, toggle, userReports } from './reports.ts'

const lists = (calls: ReturnType<typeof watchCalls>) =>
  calls.filter((call) => named(call) === listCall).length

test("a person's reports are resolved, by mouse and by keyboard", async ({ page }) => {
  await page.clock.install()
  const answer = answered(page, listCall)
  await openReports(page)
  type Person = { reporting_uid: string; reports: { id: string }[] }
  const { data } = (await (await answer).json()) as { data: Person[] }

  await test.step('[URP-20] the row stays until the server has answered, and the button does not open it (D-115)', async () => {
    const row = group(page, 'Sentinel Slow')
    let isAnswered = false
    const slow = answered(page, resolveCall('sentinel-slow')).then(() => {
      isAnswered = true
    })
    await press(row, 'Resolve All')
    await expect(toggle(page, 'Sentinel Slow')).toHaveAttribute('aria-expanded', 'false')
    expect(isAnswered).toBe(false)
    await slow
    await expect(row).toHaveCount(0)
    await expect(toast(page, 'Resolved all reports for Sentinel Slow')).toBeVisible()
    await closeToasts(page)
  })

  await test.step('[URP-20] [URP-21] [URP-22] [URP-26] [API-30] Resolve All resolves the reports on the screen, and the row leaves', async () => {
    const ids = data.find((one) => one.reporting_uid === 'sentinel-reported-3')?.reports.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    const calls = watchCalls(page)
    const shown = toast(page, 'Resolved all reports for Sentinel Reported 3')
    const request = sent(page, resolveCall('sentinel-reported-3'))
    await stopClock(page)
    calls.length = 0
    await press(group(page, 'Sentinel Reported 3'), 'Resolve All')
    expect((await request).postDataJSON()).toEqual({ status: 'resolved', seen: ids })
    await expectStay(page, shown, 3000)
    await expect(group(page, 'Sentinel Reported 3')).toHaveCount(0)
    // The list was not fetched.
    expect(lists(calls)).toBe(0)
  })

  await test.step('by keyboard: the next row has the focus when the previous one is resolved', async () => {
    // Two people of whom no other test resolves the reports.
    const names = await page
      .getByRole('region', { name: 'User Reports' })
      .locator('button[aria-expanded]')
      .allTextContents()
    const isOurs = (name = 'Sentinel') => !name.startsWith('Sentinel')
    const at = names.findIndex((name, here) => isOurs(name) && isOurs(names[here + 1]))
    const [name = '', next = ''] = names.slice(at)
    await toggle(page, name).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(group(page, name)).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveText(next)
    await expect(toast(page, `Resolved all reports for ${name}`)).toHaveRole('status')
  })

  await test.step('[URP-21] a reload does not show them again', async () => {
    await page.reload()
    await expect(toggle(page, 'Sentinel Reported 1')).toBeVisible()
    await expect(group(page, 'Sentinel Reported 3')).toHaveCount(0)
  })
})

test('a resolution or a reload of the list fails', async ({ page }) => {
  // An event of another test would load the failed list before Retry does.
  await withoutLive(page)
  await page.clock.install()
  await openReports(page)

  await test.step('a list whose reload fails stays, with a message', async () => {
    await page.route(/\/v1\/admin\/user_reports$/, (route) => route.abort())
    await comeBack(page)
    await expect(userReports(page).getByText('Could not be refreshed.')).toBeVisible()
    await expect(toggle(page, 'Sentinel Reported 1')).toBeVisible()
    await page.unroute(/\/v1\/admin\/user_reports$/)
    const again = answered(page, listCall)
    await press(userReports(page), 'Retry')
    await again
    await expect(userReports(page).getByText('Could not be refreshed.')).toHaveCount(0)
  })

  await test.step('[URP-23] [URP-24] [URP-25] a failure is a toast for 5 seconds, then the list is loaded again', async () => {
    const name = 'Sentinel Changes Fail'
    const shown = toast(page, `Error resolving reports for ${name}`)
    await stopClock(page)
    const calls = watchCalls(page)
    await press(group(page, name), 'Resolve All')
    await expectStay(page, shown, 5000)
    expect(lists(calls)).toBe(1)
    await expect(group(page, name).getByText('2 reports')).toBeVisible()
    await press(group(page, name), 'Resolve All')
    await expect(shown).toHaveRole('alert')
    await closeToasts(page)
  })

  await test.step("[URP-23] [URP-25] [ERR-06] the server's own title, if any: the account has just been deleted", async () => {
    await asAdmin('DELETE', '/v1/admin/users/sentinel-reported-4')
    const answer = answered(page, resolveCall('sentinel-reported-4'))
    await press(group(page, 'Sentinel Reported 4'), 'Resolve All')
    const refusal = (await (await answer).json()) as { error_title: string }
    expect(refusal.error_title).not.toBe('')
    await expect(toast(page, refusal.error_title)).toHaveRole('alert')
    await expect(group(page, 'Sentinel Reported 4')).toHaveCount(0)
  })
})
