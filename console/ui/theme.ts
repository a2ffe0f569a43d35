import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const sans =
  '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"'
const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace'

/** The look of the console in Mantine's words: every value is a token of tokens.css. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 7,
  colors: {
    // Mantine's components take their lines and grounds from these two scales.
    gray: [
      'var(--well)',
      'var(--grey-soft)',
      'var(--press)',
      'var(--hair)',
      'var(--line)',
      'var(--ink-off)',
      'var(--ink-3)',
      'var(--ink-2)',
      'var(--ink)',
      'var(--ink)',
    ],
    dark: [
      'var(--ink)',
      'var(--ink-2)',
      'var(--ink-3)',
      'var(--ink-off)',
      'var(--hair)',
      'var(--press)',
      'var(--sheet)',
      'var(--sheet)',
      'var(--grey-soft)',
      'var(--canvas)',
    ],
    brand: allShades('accent-fill'),
    red: allShades('danger-fill'),
    orange: allShades('amber-fill'),
    teal: allShades('green-fill'),
  },
  black: 'var(--ink)',
  fontFamily: sans,
  fontFamilyMonospace: mono,
  // The pairs of tokens.css: in px, so that no line height depends on a parent.
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: 'var(--s1)', sm: 'var(--s2)', md: 'var(--s3)', lg: 'var(--s4)', xl: 'var(--s5)' },
  radius: { xs: 'var(--r-s)', sm: 'var(--r-s)', md: 'var(--r-m)', lg: 'var(--r-l)', xl: 'var(--r-full)' },
  shadows: { xs: 'var(--e1)', sm: 'var(--e1)', md: 'var(--e2)', lg: 'var(--e2)', xl: 'var(--e3)' },
  // NAV-19
  breakpoints: { xs: '26.75em', sm: '31.25em', md: '34.375em', lg: '37.5em', xl: '68.75em' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px', fontWeight: '650' },
      h2: { fontSize: '14px', lineHeight: '20px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
      h5: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  components: {
    // Dialogs and menus are inside the page, so that they are hidden with it when the session ends.
    Portal: { defaultProps: { target: '#layers' } },
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { size: 'sm' } },
    Table: { defaultProps: { borderColor: 'var(--hair)', highlightOnHoverColor: 'var(--hover)' } },
    Menu: { defaultProps: { transitionProps: { transition: 'fade', duration: 160 } } },
    // Beside their target, so that they are in the same landmark; fixed, so that no scrolling box clips them.
    Tooltip: {
      defaultProps: {
        withinPortal: false,
        floatingStrategy: 'fixed',
        events: { hover: true, focus: true, touch: true },
        openDelay: 150,
      },
    },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show what is typed', tabIndex: 0 } },
    },
    Modal: { defaultProps: { padding: 'lg', closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { padding: 'lg', closeButtonProps: { 'aria-label': 'Close' } } },
  },
})

/** A colour of Mantine that has one shade: what it fills has the same colour in light and dark. */
function allShades(token: string): MantineColorsTuple {
  const shade = `var(--${token})`
  return [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade]
}

/** Text, ground and hover of a colour of Mantine's in its light variant. */
const meaning = (color: string, token: string) => ({
  [`--mantine-color-${color}-light`]: `var(--${token}-soft)`,
  // The text keeps 4.5:1 on it.
  [`--mantine-color-${color}-light-hover`]: `color-mix(in srgb, var(--${token}-line) 25%, var(--${token}-soft))`,
  [`--mantine-color-${color}-light-color`]: `var(--${token})`,
  [`--mantine-color-${color}-text`]: `var(--${token})`,
  [`--mantine-color-${color}-outline`]: `var(--${token})`,
  [`--mantine-color-${color}-outline-hover`]: `var(--${token}-soft)`,
})

const colors = {
  '--mantine-color-body': 'var(--sheet)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--well)',
  '--mantine-color-disabled-color': 'var(--ink-off)',
  '--mantine-color-disabled-border': 'var(--hair)',
  '--mantine-color-brand-filled-hover': 'var(--accent-fill-hover)',
  '--mantine-color-red-filled-hover': 'var(--danger-fill-hover)',
  '--mantine-color-gray-light': 'var(--grey-soft)',
  '--mantine-color-gray-light-hover': 'var(--press)',
  '--mantine-color-gray-light-color': 'var(--ink-2)',
  '--mantine-color-gray-text': 'var(--ink-2)',
  ...meaning('brand', 'accent'),
  ...meaning('red', 'red'),
  ...meaning('orange', 'amber'),
  ...meaning('yellow', 'amber'),
  ...meaning('teal', 'green'),
}

/** Mantine's own names of colours. The tokens know light and dark, so both schemes have the same. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: colors, dark: colors })
