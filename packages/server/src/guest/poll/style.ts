/**
 * What the pages of polls need besides the style of all pages for guests.
 * @param days that are asked about, each with a tile on a phone
 */
export const pollStyle = (days: number): string => POLL_STYLE + tileOfDay(days);

/** Fills the tile of the day that is read, without a script: the one that the address names, or else the first. */
function tileOfDay(days: number): string {
  const tiles = Array.from(
    { length: days },
    (_, at) => `main:has(.days section:nth-child(${at + 1}):target) .tiles a:nth-child(${at + 1})`,
  );
  const first = "main:not(:has(.days section:target)) .tiles a:first-child";
  return `${[first, ...tiles].join(",")}{background:var(--accent);border-color:var(--accent);color:var(--on-accent);--done:currentcolor}
`;
}

const POLL_STYLE = `
:root{--n2:light-dark(oklch(.957 .006 215),oklch(.225 .012 215));--lamp-soft:light-dark(oklch(.965 .035 78),oklch(.27 .04 74));--lamp-line:light-dark(oklch(.68 .14 66),oklch(.78 .13 76));--maybe:light-dark(oklch(.46 .1 60),oklch(.84 .12 76))}
main{max-width:1180px}
h2{font-size:1.125rem;line-height:1.35;margin:24px 0 8px}
h2 small{font-weight:400;color:var(--n9);margin-left:6px;white-space:nowrap}
section h2::first-letter{text-transform:uppercase}
.sofar .badge{margin-right:6px}
.asks{color:var(--n9);margin:0}
.tiles{display:none}
.days{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:8px 28px;align-items:start}
section h2+i{margin-bottom:8px}
fieldset.time{margin:0;padding:12px 0;border-top:1px solid var(--n4)}
fieldset.time legend{float:left;margin:0;padding:0 8px 0 0;font-weight:600}
.sofar{float:right;color:var(--n9);font-size:.875rem;padding-top:3px}
.best{background:var(--lamp-soft);box-shadow:0 0 0 1px var(--lamp-line);border-radius:8px}
fieldset.best{margin:4px -10px;padding:12px 10px;border-top:0}
.badge{display:inline-block;background:var(--lamp);color:oklch(.22 .03 74);border-radius:4px;padding:0 8px;font-size:.8125rem;font-weight:600}
.switch{clear:both;display:flex;padding-top:8px}
.switch label{flex:1 1 auto;position:relative;margin:0;min-height:48px;padding:4px 6px;display:flex;gap:6px;align-items:center;justify-content:center;border:1px solid var(--field);margin-left:-1px;font-weight:400;text-align:center;cursor:pointer}
.switch label:first-child{border-radius:8px 0 0 8px}
.switch label:last-child{border-radius:0 8px 8px 0}
.switch input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.switch label:has(:checked){font-weight:600;z-index:1}
.switch .y:has(:checked){background:var(--ok-soft);border-color:var(--ok);color:var(--ok)}
.switch .i:has(:checked){background:repeating-linear-gradient(135deg,var(--lamp-soft) 0 6px,transparent 6px 12px);border-color:var(--lamp-line);color:var(--maybe)}
.best .i:has(:checked){background:var(--n0)}
.switch .n:has(:checked){background:var(--n2);border-color:var(--n9)}
.switch label:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px;z-index:2}
.next{display:none}
.mine{clear:both;margin:0;padding-top:4px;color:var(--n9);font-size:.9375rem;overflow-wrap:anywhere}
.clash{color:var(--n11)}
.clash::before{content:"";display:inline-block;width:12px;height:4px;border-radius:2px;background:var(--danger);margin-right:8px;vertical-align:middle}
#own-calendar{max-width:560px}
#own-calendar button{flex:none;margin-top:8px;padding:0 16px}
#own-calendar output{display:block;margin-top:12px;font-weight:600}
.votes{overflow-x:auto;margin:8px 0 16px;padding-top:14px}
.votes table{border-collapse:separate;border-spacing:0;min-width:100%}
.votes th,.votes td{padding:6px 10px;border-top:1px solid var(--n4);text-align:center;white-space:nowrap}
.votes thead th{border-top:0;padding:14px 10px 10px;font-weight:400;vertical-align:bottom;color:var(--n9);font-size:.875rem;position:relative}
.votes thead th:first-child{text-align:left;padding-left:0}
.votes thead b{display:block;color:var(--n11);font-size:1.125rem;line-height:1.35;font-weight:650}
.votes thead i{font-size:1rem}
.votes thead .badge{position:absolute;top:-12px;left:50%;translate:-50%;line-height:22px}
.votes tbody th,.votes tfoot th{text-align:left;font-weight:400;position:sticky;z-index:1;left:0;background:var(--n0);max-width:40vw;overflow:hidden;text-overflow:ellipsis;padding-left:0}
.votes .own th,.votes tfoot th{font-weight:600}
.votes .own th,.votes .own td:not(.best){background:var(--n1)}
.votes tbody td{position:relative;isolation:isolate;height:42px;font-weight:700}
.votes tbody td::before{content:"";position:absolute;z-index:-1;inset:7px max(10px,50% - 31px);border-radius:6px}
.votes td.y{color:var(--ok)}
.votes td.y::before{background:var(--ok-soft)}
.votes td.i{color:var(--maybe)}
.votes td.i::before{background:repeating-linear-gradient(135deg,color-mix(in oklch,var(--lamp) 24%,transparent) 0 6px,color-mix(in oklch,var(--lamp) 9%,transparent) 6px 12px)}
.votes td.n{color:var(--n9)}
.votes td.s::before{border:1px solid var(--n4)}
.votes tfoot th,.votes tfoot td{padding:10px 10px 12px;border-top-color:var(--field)}
.votes tfoot th{padding-left:0}
.votes tfoot td{font-weight:650;font-size:1.125rem}
.votes tfoot small{font-weight:400;font-size:.875rem;color:var(--n9)}
.bar{display:block;width:100%;min-width:64px;height:4px;margin-top:5px;border-radius:2px;fill:var(--n4)}
.bar .yes{fill:var(--ok)}
.bar .maybe{fill:var(--lamp-line)}
.votes th.best,.votes td.best{border-left:1px solid var(--lamp-line);border-right:1px solid var(--lamp-line);border-radius:0;box-shadow:none}
.votes td.best,.votes thead th.best{background:var(--lamp-soft)}
.votes thead th.best{border-top:1px solid var(--lamp-line);border-radius:8px 8px 0 0}
.votes tfoot td.best{border-bottom:1px solid var(--lamp-line);border-radius:0 0 8px 8px}
.votes tbody tr{content-visibility:auto;contain-intrinsic-size:auto 43px}
.facts{display:flex;flex-wrap:wrap;gap:8px 32px;margin:12px 0}
.facts p{margin:0;min-width:150px}
.facts b{font-weight:600}
.facts .yes{fill:var(--accent)}
.legend span{margin-right:16px}
.you{max-width:560px}
.choice{display:flex;gap:8px;align-items:center;font-weight:400;min-height:44px}
.choice input{width:20px;min-height:20px;height:20px;margin:0}
select{width:100%;min-height:44px;font:inherit;color:inherit;background:var(--n0);border:1px solid var(--field);border-radius:8px;padding:8px 10px;margin-top:4px}
button.wide{width:100%;max-width:560px;margin-top:16px;min-height:50px}
[aria-invalid=true]{border-color:var(--danger)}
.field-wrong{color:var(--danger);margin:4px 0 0}
.link{overflow-wrap:anywhere}
.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
@media (max-width:600px){
.tiles{display:flex;gap:8px;overflow-x:auto;padding:4px 2px 12px;margin:12px -2px 0}
.tiles a{--done:var(--ok);flex:1 0 76px;min-height:60px;padding:7px 4px;font-weight:400;text-align:center;border:1px solid var(--n4);border-radius:8px;color:var(--n11);text-decoration:none;font-size:.875rem;line-height:1.35}
.tiles b{display:block;font-size:1rem;color:inherit}
.tiles .done{color:var(--done)}
.days{display:block}
.days section{scroll-margin-top:120px}
.days:has(section:target) section:not(:target){display:none}
.days:not(:has(section:target)) section:not(:first-of-type){display:none}
.next{display:flex;gap:8px;margin:8px 0 0}
.next a{flex:0 1 auto;padding:6px 12px;display:flex;align-items:center;justify-content:center;min-height:48px;border:1px solid var(--accent-line);border-radius:8px;font-weight:600;text-decoration:none;text-align:center}
.next .on{flex:1 1 auto;background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
}
`;
