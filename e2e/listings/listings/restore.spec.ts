import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkSchemes, dialog } from '../../stack/page-parts.ts'
import { expect, test, toast } from '../../stack/test.ts'
import { importListings, listing } from '../review/review.ts'

test.use({ role: 'moderator', viewport: { width: 1440, height: 900 } })

test('a deleted listing is restored by a colleague on its page, and an ignored report is open again', async ({
  page,
  pageOf,
}) => {
  const key = 'restore-lamp'
  await importListings([listing(key, '2026-05-11', { title: 'Restored lamp', review_state: 'approved' })])
  await importRows('content_reports', [
    {
      id: 'restore-report',
      post_key: key,
      reporter_uid: 'sentinel-reporter',
      report_reason_id: 'Spam',
      status: 'ignored',
      created_at: '2026-05-12T10:00:00.000Z',
    },
  ])
  const facts = page.getByRole('region', { name: 'Listing', exact: true })
  await page.goto(`/dashboard/listings/${key}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Restored lamp' })).toBeVisible()

  await test.step('a report that was ignored in May is open again', async () => {
    const job = countedJob()
    const report = page.getByRole('list', { name: 'Reports' }).getByRole('listitem')
    await job.click(report.getByRole('button', { name: 'Reopen the report Spam' }))
    await dialog(page).getByLabel('Reason').fill('More people say so.')
    await checkSchemes(page, 'reopening', ['[role=dialog]'])
    await job.click(dialog(page).getByRole('button', { name: 'Reopen' }))
    await expect(toast(page, 'The report is open again')).toBeVisible()
    await expect(report).toContainText('Open')
    job.expectAtMost(2)
  })
  await test.step('it is deleted', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(facts.getByText(/^Deleted .* by Milo Moderator\.$/)).toBeVisible()
    await expect(facts.getByText(/^Can be restored until .*, then it is final\.$/)).toBeVisible()
  })
  await test.step('a colleague restores it, from its page, with a reason', async () => {
    const admin = await pageOf('admin')
    const job = countedJob()
    await admin.goto(`/dashboard/listings/${key}`)
    await job.click(admin.getByRole('button', { name: 'Restore', exact: true }))
    await expect(dialog(admin)).toContainText('The listing is as it was before, for everybody.')
    await dialog(admin).getByLabel('Reason').fill('It was the wrong lamp.')
    await checkSchemes(admin, 'restoring', ['[role=dialog]'])
    await job.click(dialog(admin).getByRole('button', { name: 'Restore', exact: true }))
    await expect(toast(admin, '1 record is as it was.')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Deny' })).toBeVisible()
    job.expectAtMost(2)
  })
  await test.step('the open page of the moderator shows it, and the timeline says who and why', async () => {
    await expect(page.getByRole('button', { name: 'Deny' })).toBeVisible()
    await page.getByRole('button', { name: /^Timeline/ }).click()
    const entries = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
    await expect(entries.filter({ hasText: 'Took back: deleted the listing' })).toContainText(
      'It was the wrong lamp.',
    )
    await expect(entries.filter({ hasText: /Deleted the listing/ })).toContainText(/Restored /)
    await checkSchemes(page, 'a timeline with a restored deletion', ['[role=dialog]'])
  })
})

test('some rows of a bulk job are undone from its results @slow', async ({ page, pageOf }) => {
  const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await importListings(
    ['one', 'two', 'three'].map((name) =>
      listing(`undo-rows-${name}`, today, { title: `Quirkundo ${name}`, review_state: 'approved' }),
    ),
  )
  await page.goto('/dashboard/listings?q=quirkundo')
  await expect(page.getByRole('link', { name: 'Quirkundo one', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Choose all 3 in sight' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(/Finished: 3 of 3 done/)).toBeVisible()
  const address = page.url()

  const admin = await pageOf('admin')
  const job = countedJob()
  await admin.goto(address)
  const drawer = admin.getByRole('dialog', { name: 'Bulk action' })
  await job.click(drawer.getByRole('checkbox', { name: 'Choose Quirkundo two' }))
  await job.click(drawer.getByRole('button', { name: 'Undo 1 row' }))
  const question = admin.getByRole('dialog', { name: 'Undo rows' })
  await question.getByLabel('Reason').fill('It was the wrong one.')
  // The drawer below has a banner of its own.
  await checkSchemes(admin, 'undoing rows', ['[role=dialog] form, [role=dialog] textarea'])
  await job.click(question.getByRole('button', { name: 'Undo', exact: true }))
  await expect(drawer.getByRole('status')).toHaveText(/2 of 3 done/)
  await expect(drawer.getByRole('list', { name: 'Results of the rows' })).toContainText('Undone')
  job.expectAtMost(3)
  await admin.goto('/dashboard/listings?q=quirkundo')
  await expect(admin.getByRole('link', { name: 'Quirkundo two', exact: true })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Quirkundo one', exact: true })).toHaveCount(0)
})
