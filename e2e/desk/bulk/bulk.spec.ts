import { importRows } from '../../stack/import-rows.ts'
import { startOwnServer } from '../../stack/own-server.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { expect, setLimit, signIn, test } from '../../stack/test.ts'

const many = 210
/** The calls about these people fail. */
const failing = [1, 2, 3].map((n) => `sentinel-changes-fail-bulk-${n}`)

test.use({ role: null })

test('210 reports are resolved at once, 3 of them refused; the refused are named @slow', async ({ page }) => {
  // A server of its own
  setLimit(240_000)
  const server = await startOwnServer()
  try {
    await test.step('210 people are reported', async () => {
      await server.query('delete from user_reports')
      const uids = [
        ...failing,
        ...Array.from({ length: many - failing.length }, (_, n) => `bulk-person-${n + 1}`),
      ]
      await importRows(
        'users',
        uids.map((uid, n) => ({ uid, displayName: `Bulk person ${n + 1}` })),
        server.env,
      )
      await importRows(
        'user_reports',
        uids.map((uid, n) => ({
          id: `bulk-report-${n}`,
          reporting_uid: uid,
          reporter_uid: null,
          report_reason_id: 'Spam',
          status: 'open',
          created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
        })),
        server.env,
      )
    })
    await page.goto(`${server.address}/dashboard/users`)
    await signIn(page, 'moderator')
    const reports = page.getByRole('region', { name: 'User Reports' })
    const bar = page.getByRole('region', { name: 'Chosen people' })
    const drawer = page.getByRole('dialog', { name: 'Bulk action' })

    await test.step('rows are chosen, a range with Shift, then all that match', async () => {
      await reports.getByRole('button', { name: 'Select', exact: true }).click()
      await reports.getByRole('checkbox', { name: 'Choose Bulk person 210' }).click()
      await reports.getByRole('checkbox', { name: 'Choose Bulk person 206' }).click({ modifiers: ['Shift'] })
      await expect(bar.getByRole('status')).toHaveText('5 chosen')
      await reports.getByRole('checkbox', { name: 'Choose Bulk person 208' }).click()
      await expect(bar.getByRole('status')).toHaveText('4 chosen')
      await bar.getByRole('button', { name: 'Select all 210 that match' }).click()
      await expect(bar.getByRole('status')).toHaveText('All 210 chosen')
      await checkSchemes(page, 'choosing', ['main'])
    })

    await test.step('the job goes on when its drawer is closed, and is opened again by its address', async () => {
      await bar.getByRole('button', { name: 'Resolve' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
      await expect(drawer).toBeVisible()
      const opened = page.url()
      expect(opened).toContain('bulk=bulk_')
      await drawer.getByRole('button', { name: 'Close bulk action' }).click()
      await expect(drawer).toHaveCount(0)
      await expect(reports.getByText('No reports.')).toBeVisible()
      await page.goto(opened)
      await expect(drawer.getByRole('status')).toHaveText('Finished: 207 of 210 done, 3 refused')
    })

    await test.step('each refused person is named, with the reason and a link', async () => {
      const rows = drawer.getByRole('list', { name: 'Results of the rows' }).getByRole('listitem')
      await expect(rows).toHaveCount(3)
      for (const [n, uid] of failing.entries()) {
        const row = rows.filter({ hasText: `Bulk person ${n + 1}` })
        await expect(row).toContainText('This person of the demo always fails.')
        await expect(row.getByRole('link')).toHaveAttribute('href', `/user-detail/${uid}`)
      }
      await checkSchemes(page, 'the results', ['[role=dialog]'])
    })

    await test.step('the list has the refused people again', async () => {
      await drawer.getByRole('button', { name: 'Close bulk action' }).click()
      await expect(reports.getByText('3 people')).toBeVisible()
      await expect(reports.getByRole('button', { name: 'Resolve All' })).toHaveCount(3)
    })
  } finally {
    await server.stop()
  }
})
