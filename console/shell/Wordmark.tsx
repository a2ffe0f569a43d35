import classes from './wordmark.module.css'

const logo = new URL('../ui/favicon.svg', import.meta.url).href

/** The product's logo and name. */
export const Wordmark = () => (
  <span className={classes.wordmark}>
    <img src={logo} alt="" width={28} height={28} />
    <span className={classes.name}>Portreeve</span>
  </span>
)
