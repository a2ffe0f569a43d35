import { expect, quiet, sent, test, toast, watchCalls } from '../../stack/test.ts'
import { button, call, field, openTemplate } from './email-templates.ts'

const list = '/dashboard/email-templates'

test('templates are deleted and created @slow', async ({ page }) => {
  await test.step('[EML-34] [EML-36] [API-87] deleting leads to the list, also after opening the address directly', async () => {
    await openTemplate(page, 'sentinel-edit-template-2')
    const request = sent(page, `DELETE ${call('sentinel-edit-template-2')}`)
    await button(page, 'Delete').click()
    await request
    await expect(toast(page, 'Template deleted')).toHaveRole('status')
    await expect(page).toHaveURL(list)
    await page.getByRole('link', { name: 'sentinel-edit-template-3', exact: true }).click()
    await field(page, 'Subject').fill('not saved, and nobody asks')
    await button(page, 'Delete').click()
    await expect(page).toHaveURL(list)
    for (const name of ['sentinel-edit-template-2', 'sentinel-edit-template-3'])
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  })
  await test.step('[EML-04] [EML-13] [EML-15] [EML-22] [EML-25] its fields; an untouched form sends nothing', async () => {
    await page.getByRole('link', { name: '+ New Template' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Email Template')
    await expect(field(page, 'Template Name')).toBeEditable()
    await expect(button(page, 'Save')).toHaveCount(0)
    await expect(button(page, 'Delete')).toHaveCount(0)
    const calls = watchCalls(page)
    const alert = page.waitForEvent('dialog')
    const pressed = button(page, 'Create Template').click()
    const shown = await alert
    expect([shown.type(), shown.message()]).toEqual(['alert', 'Subject must not be empty.'])
    await shown.accept()
    await pressed
    await quiet(page)
    expect(calls.filter((one) => one.method() === 'POST')).toEqual([])
  })
  await test.step('[EML-26] [EML-27] [EML-28] [EML-30] [API-85] created with an empty subject and no bodies; then back to the previous page', async () => {
    await field(page, 'Template Name').fill('made-here')
    await field(page, 'Subject').fill('x')
    await field(page, 'Subject').fill('')
    await field(page, 'Text body').fill('x')
    await field(page, 'Text body').fill('')
    const request = sent(page, `POST ${call()}`)
    await button(page, 'Create Template').click()
    expect((await request).postDataJSON()).toEqual({
      TemplateName: 'made-here',
      SubjectPart: '',
      TextPart: null,
      HtmlPart: null,
    })
    await expect(toast(page, 'Templated created')).toHaveRole('status')
    await expect(page).toHaveURL(list)
    await expect(page.getByRole('link', { name: 'made-here' })).toBeVisible()
  })
  await test.step('[EML-29] a name that is taken: an error, and typed text stays', async () => {
    await page.getByRole('link', { name: '+ New Template' }).click()
    await field(page, 'Template Name').fill('welcome')
    await field(page, 'Subject').fill('Mine')
    await button(page, 'Create Template').click()
    await expect(toast(page, 'Error creating template')).toHaveRole('alert')
    await expect(page.getByText("There is a template called 'welcome' already.")).toBeVisible()
    await expect(field(page, 'Subject')).toHaveValue('Mine')
  })
})
