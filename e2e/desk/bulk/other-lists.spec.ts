import { startOwnServer } from '../../stack/own-server.ts'
import { checkSchemes, dialog } from '../../stack/page-parts.ts'
import { expect, setLimit, signIn, test } from '../../stack/test.ts'

test.use({ role: null, viewport: { width: 1440, height: 900 } })

test('conversations are assigned, tagged and closed at once; labels are cancelled; listings are added to a collection @slow', async ({
  page,
}) => {
  // A server of its own, and a job for each of three lists
  setLimit(180_000)
  const server = await startOwnServer()
  const drawer = page.getByRole('dialog', { name: 'Bulk action' })
  const finished = async (words: string) => {
    await expect(drawer.getByRole('status')).toHaveText(words)
    await drawer.getByRole('button', { name: 'Close bulk action' }).click()
    await expect(drawer).toHaveCount(0)
  }
  try {
    await server.query("update ship_labels set status = 1 where id = 'sentinel-label-cancelled'")
    await page.goto(`${server.address}/dashboard/messages?view=unassigned`)
    await signIn(page, 'admin')
    const inbox = page.getByRole('region', { name: 'Team inbox' })
    const bar = page.getByRole('region', { name: /^Chosen/ })
    const rows = inbox.getByRole('listitem')
    const choose = async (amount: number) => {
      await inbox.getByRole('button', { name: 'Select', exact: true }).click()
      for (const at of Array(amount).keys()) await rows.nth(at).getByRole('checkbox').click()
      await expect(bar.getByRole('status')).toHaveText(`${amount} chosen`)
    }

    await test.step('conversations: assigned, after a colleague is chosen', async () => {
      await expect(rows.nth(2)).toBeVisible()
      await choose(3)
      await checkSchemes(page, 'chosen conversations', ['main'])
      await bar.getByRole('button', { name: 'Assign' }).click()
      await expect(dialog(page)).toContainText('Assign 3 conversations')
      await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click()
      await expect(dialog(page)).toContainText('Choose a colleague first.')
      await checkSchemes(page, 'assigning many', ['[role=dialog]'])
      await dialog(page).getByRole('radio', { name: 'Milo Moderator' }).click()
      await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click()
      await finished('Finished: 3 of 3 done')
    })
    await test.step('tagged', async () => {
      await page.goto(`${server.address}/dashboard/messages?view=unassigned`)
      await expect(rows.nth(1)).toBeVisible()
      await choose(2)
      await bar.getByRole('button', { name: 'Tag' }).click()
      await dialog(page).getByRole('button', { name: 'Add tags' }).click()
      await expect(dialog(page)).toContainText('Type a tag first.')
      await dialog(page).getByRole('combobox', { name: 'Tags' }).fill('fragile')
      await page.keyboard.press('Enter')
      await checkSchemes(page, 'tagging many', ['[role=dialog]'])
      await dialog(page).getByRole('button', { name: 'Add tags' }).click()
      await finished('Finished: 2 of 2 done')
      await expect(rows.getByText('fragile', { exact: true })).toHaveCount(2)
    })
    await test.step('and closed', async () => {
      await page.goto(`${server.address}/dashboard/messages?view=unassigned`)
      await expect(rows.nth(1)).toBeVisible()
      const before = await rows.count()
      await choose(2)
      await bar.getByRole('button', { name: 'Close', exact: true }).click()
      await checkSchemes(page, 'closing many', ['[role=dialog]'])
      await dialog(page).getByRole('button', { name: 'Close conversations' }).click()
      await finished('Finished: 2 of 2 done')
      await expect(rows).toHaveCount(before - 2)
    })
    await test.step('two labels of a transaction are cancelled', async () => {
      await page.goto(`${server.address}/dashboard/txns/sentinel-labels-txn`)
      const labels = page.getByRole('region', { name: 'Shipping labels' })
      await labels.getByRole('button', { name: 'Select', exact: true }).click()
      await bar.getByRole('checkbox', { name: 'Choose all 2 in sight' }).click()
      await checkSchemes(page, 'chosen labels', ['main'])
      await bar.getByRole('button', { name: 'Cancel and refund' }).click()
      await expect(dialog(page)).toContainText('Cancel 2 labels')
      await checkSchemes(page, 'cancelling labels', ['[role=dialog]'])
      await dialog(page).getByRole('button', { name: 'Cancel labels' }).click()
      await finished('Finished: 2 of 2 done')
      await expect(labels.getByRole('listitem').filter({ hasText: 'Cancelled and refunded' })).toHaveCount(2)
    })
    await test.step('hits of the search are added to a collection', async () => {
      await page.goto(`${server.address}/dashboard/collections/sentinel-edit-10-collection#add`)
      await page.getByPlaceholder('Search listings').fill('loveseat')
      await page.getByPlaceholder('Search listings').press('Enter')
      const found = page.getByRole('list', { name: 'Listings found' }).getByRole('listitem')
      await expect(found.nth(2)).toBeVisible()
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      await found.nth(0).getByRole('checkbox').click()
      await found
        .nth(2)
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] })
      await expect(bar.getByRole('status')).toHaveText('3 chosen')
      await checkSchemes(page, 'chosen listings', ['main'])
      await bar.getByRole('button', { name: 'Add chosen' }).click()
      await checkSchemes(page, 'adding listings', ['[role=dialog]'])
      await dialog(page).getByRole('button', { name: 'Add listings' }).click()
      await finished('Finished: 3 of 3 done')
      await page.getByRole('link', { name: 'Items', exact: true }).click()
      await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(3)
    })
  } finally {
    await server.stop()
  }
})
