/** Paper is white: a page is printed in light colours, also where the screen is dark. */
export function printLight() {
  const { dataset } = document.documentElement
  let onScreen: string | undefined
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) onScreen = dataset.mantineColorScheme
    dataset.mantineColorScheme = matches ? 'light' : (onScreen ?? 'light')
  })
}
