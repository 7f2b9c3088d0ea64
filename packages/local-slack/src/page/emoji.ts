/** Common emoji; other names stay as text. */
const EMOJI = new Map(
  `+1 👍, -1 👎, alarm_clock ⏰, arrow_right ➡️, arrows_counterclockwise 🔄, bank 🏦, bar_chart 📊, bell 🔔,
  bulb 💡, calendar 📆, chart_with_upwards_trend 📈, clipboard 📋, coin 🪙, credit_card 💳, email ✉️, eyes 👀,
  fire 🔥, gear ⚙️, grey_question ❔, hourglass ⌛, hourglass_flowing_sand ⏳, information_source ℹ️,
  large_blue_circle 🔵, large_green_circle 🟢, large_orange_circle 🟠, large_red_circle 🔴,
  large_yellow_circle 🟡, link 🔗, lock 🔒, mag 🔍, memo 📝, money_with_wings 💸, moneybag 💰, new 🆕, no_entry ⛔,
  page_facing_up 📄, pushpin 📌, question ❓, raised_hands 🙌, receipt 🧾, red_circle 🔴, rocket 🚀,
  slightly_smiling_face 🙂, smile 😄, sparkles ✨, star ⭐, tada 🎉, thumbsdown 👎, thumbsup 👍, wave 👋,
  warning ⚠️, white_check_mark ✅, heavy_check_mark ✔️, white_circle ⚪, x ❌`
    .split(/,\s+/)
    .map((pair) => pair.split(' ') as [string, string]),
);

export const findEmoji = (name: string): string | null =>
  EMOJI.get(name.replace(/::skin-tone-\d$/, '')) ?? null;
