import { asAdmin, hire, tokenOf } from '../../stack/colleague.ts'
import { checkAxe, checkSchemes, dialog, press } from '../../stack/page-parts.ts'
import { consoleAddress, expect, follow, test, toast } from '../../stack/test.ts'

// The password may be no longer fresh.
test.use({ freshSession: true })

test('what a colleague did is undone by plan: their macro is deleted, newer work and a note stay, and each says why', async ({
  page,
}) => {
  const name = `Gone ${Date.now().toString(36)}`
  const colleague = await hire('moderator', name)
  const token = await tokenOf(colleague.email, colleague.password)
  const call = async <D>(method: string, path: string, body: object): Promise<D> => {
    const answer = await fetch(consoleAddress + path, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'x-api-key': 'portreeve-development',
      },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { data: D }).data
  }
  const macro = (title: string) => call<{ id: string }>('POST', '/v1/admin/macros', { title, text: 'Hello' })
  await macro(`${name} alone`)
  const kept = await macro(`${name} kept`)
  await call('POST', '/v1/admin/notes', { kind: 'user', id: 'sentinel-edit-18', text: `A note by ${name}` })
  await asAdmin('PATCH', `/v1/admin/macros/${kept.id}`, { title: `${name} kept`, text: 'Better' })

  await test.step('from the menu of the colleague: a plan with a reason', async () => {
    await page.goto('/dashboard/staff')
    await page.getByRole('button', { name: `Actions for ${colleague.email}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Undo what they did', exact: true }).click()
    await expect(dialog(page)).toContainText('changes nothing yet')
    await dialog(page).getByLabel('Reason').fill('They have left')
    await checkAxe(page, 'a new plan')
    await press(dialog(page), 'Make the plan')
    await page.waitForURL('**/dashboard/undo/up_*')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`What ${name} did`)
  })
  const table = page.getByRole('table', { name: 'Actions' })
  const standings = page.getByRole('radiogroup', { name: 'How they stand' })
  await test.step('what can be undone, what newer work keeps, what is final and what to do instead', async () => {
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table).toContainText('It is deleted.')
    await checkSchemes(page, 'a plan')
    await standings.getByText('Newer work (1)').click()
    await expect(table).toContainText('Newer work keeps it.')
    await expect(table).toContainText('Ada Admin')
    await standings.getByText('Final (1)').click()
    await expect(table).toContainText('Instead: Write a note that corrects it.')
    await standings.getByText('Can be undone (1)').click()
  })
  await test.step('the effect is spelled out, and the job undoes', async () => {
    await page.getByRole('button', { name: 'Undo 1 action…' }).click()
    await expect(dialog(page)).toContainText('1 action is final, and newer work keeps 1.')
    await press(dialog(page), 'Undo')
    await expect(toast(page, 'The undo has started')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Progress of the undo' })).toContainText(
      'Finished: 1 of 1 done',
    )
    await expect(table).toContainText('Undone')
    const macros = await asAdmin<{ title: string }[]>('GET', '/v1/admin/macros')
    expect(macros.map(({ title }) => title).filter((title) => title.startsWith(name))).toEqual([
      `${name} kept`,
    ])
  })
  await test.step('the list of plans', async () => {
    await follow(page, '/dashboard/undo')
    await expect(
      page.getByRole('table', { name: 'Plans' }).getByRole('row').filter({ hasText: name }),
    ).toContainText('Started')
    await checkAxe(page, 'plans')
  })
})
