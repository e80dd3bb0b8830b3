/** What the pages for booking need besides the style of all pages for guests. */
export const BOOKING_STYLE = `
main{max-width:640px}
table{width:100%;border-collapse:separate;border-spacing:4px;table-layout:fixed;margin:8px 0 20px}
th{font-weight:600;font-size:.8125rem;color:var(--n9);padding:4px 0}
td{padding:0;text-align:center;height:44px;color:var(--n9)}
td a{display:flex;flex-direction:column;align-items:center;justify-content:center;min-height:44px;border-radius:8px;background:var(--accent-soft);color:var(--accent);font-weight:600;text-decoration:none}
td a[aria-current]{background:var(--accent);color:var(--on-accent)}
td small{font-weight:400;font-size:.75rem}
.ways{display:flex;gap:4px;align-items:center;margin:20px 0 0}
.ways h2{order:-1;margin:0 auto 0 0;padding-left:4px}
.ways h2::first-letter,.what::first-letter{text-transform:uppercase}
.step{display:grid;place-content:center;width:44px;height:44px;border-radius:8px;color:inherit}
.step:hover{background:var(--accent-soft)}
.chevron{fill:none;stroke:currentcolor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.back{margin:-12px 0 8px}
.back a{display:inline-flex;align-items:center;gap:4px;min-height:44px;font-weight:600;text-decoration:none;margin-left:-4px}
.host{display:flex;align-items:center;gap:12px;color:var(--n9)}
.host b{display:grid;place-content:center;width:48px;height:48px;border-radius:50%;background:var(--accent-soft);color:var(--accent);font-weight:700}
.what{font-size:1.5rem;font-weight:700;line-height:1.25;letter-spacing:-.012em;margin:12px 0 0;overflow-wrap:anywhere}
.what+dl{margin-top:8px}
p.quiet i{display:inline;font-size:1em;white-space:nowrap}
.acts{display:flex;flex-wrap:wrap;gap:8px;margin-bottom:12px}
.acts>*{flex:1 1 auto;margin:0}
form+.acts{margin-top:8px}
.acts details[open]{flex-basis:100%}
.acts summary{display:grid;place-content:center;min-height:44px;padding:4px 12px;border:1px solid var(--n4);border-radius:8px;color:var(--danger);font-weight:600;list-style:none;text-align:center}
.acts summary::-webkit-details-marker{display:none}
button.danger{background:var(--danger-soft);border-color:var(--danger);color:var(--danger)}
h2{font-size:1.125rem;line-height:1.35;margin:24px 0 8px}
ul.times{list-style:none;padding:0;margin:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:8px}
ul.times a{display:block;min-height:44px;padding:8px 12px;border:1px solid var(--accent-line);border-radius:8px;font-weight:600;text-decoration:none}
ul.times .filled{display:block;min-height:44px;padding:8px 12px;border:1px dashed var(--n4);border-radius:8px;color:var(--n9)}
.kept{margin:20px 0 0}
.kept:not(.wrong){color:var(--n9)}
.kept:empty{margin:0}
.kept+button.wide{margin-top:12px}
.kept:empty+button.wide{margin-top:24px}
ul.times small{display:block;font-weight:400;color:var(--n9)}
ul.times i{font-size:1rem}
dd i{font-size:1.5625rem;line-height:1.3;margin-bottom:4px}
ul.segments{list-style:none;display:flex;flex-wrap:wrap;gap:2px;width:fit-content;padding:2px;margin:0 0 16px;border-radius:10px;background:var(--n4)}
ul.segments a,ul.segments b{display:block;padding:10px 16px;border-radius:8px;font-weight:600;color:var(--n9);text-decoration:none}
ul.segments b{background:var(--n0);color:inherit}
th:last-child,td:last-child{color:var(--danger)}
h1.done{font-size:1.125rem;color:var(--ok)}
h1.done::first-letter{padding:4px 10px;border-radius:50%;background:var(--ok-soft);color:var(--ok)}
a.act{display:grid;place-content:center;min-height:44px;padding:4px 12px;border-radius:8px;border:1px solid var(--accent-line);font-weight:600;text-align:center;text-decoration:none}
button{padding:4px 16px}
details+p{margin-top:16px}
a.act.primary{min-height:50px;background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
select{width:100%;min-height:44px;font:inherit;color:inherit;background:var(--n0);border:1px solid var(--field);border-radius:8px;padding:8px 10px;margin-top:4px}
input[type=radio],input[type=checkbox]{accent-color:var(--accent);display:inline-block;width:20px;min-height:20px;height:20px;margin:0 8px 0 0;vertical-align:-4px}
.choice{display:block;margin-top:8px;padding:8px 0;font-weight:400;min-height:44px}
h1+.wrong{margin-top:12px}
input[readonly]{background:var(--n1);border-color:var(--n4)}
[aria-invalid=true]{border-color:var(--danger)}
.field-wrong{color:var(--danger);margin:4px 0 0}
button.wide{width:100%;margin-top:24px;min-height:50px}
select+p,label+p{margin-top:8px}
.week,.first{display:none}
.first.later{display:block}
.details+.zone{margin-top:12px}
p[role=status] i{margin-top:4px}
@media (min-width:960px){
main:has(>.book){max-width:1180px;padding-top:64px}
.book{display:grid;grid-template-columns:minmax(220px,290px) minmax(360px,1fr) minmax(190px,272px);grid-template-rows:auto auto auto 1fr;column-gap:32px;align-items:start}
.book>:is(.about,.lengths,.zone){grid-column:1}
.book>:is(.month,.day){grid-row:1/-1;align-self:stretch;border-left:1px solid var(--n4);padding-left:32px}
.book>.month{grid-column:2}
.book>.day{grid-column:3}
.book .ways,.book>.day>h2{margin-top:0}
.book>.day ul.times{grid-template-columns:1fr}
.book>.day ul.times :is(a,.filled){display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:0 8px}
.book>.day ul.times small{flex-basis:100%}
.book:has(>.details){grid-template-columns:minmax(260px,380px) minmax(0,1fr)}
.book>.details{grid-column:2;grid-row:1/-1;border-left:1px solid var(--n4);padding-left:32px;max-width:600px}
.book>.details>form>label:first-of-type{margin-top:0}
.week{display:table-cell;width:40px;vertical-align:middle;border-right:1px solid var(--n4)}
thead .week{height:auto;border:0}
.week.now{color:var(--n11);font-weight:700}
.today{outline:2px solid var(--lamp);outline-offset:-2px;border-radius:8px;color:var(--n11);font-weight:600}
.first{display:block}
}
.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
`;
