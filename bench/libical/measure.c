/*
 * Measures libical on the work that the benchmark gives the engine. Reads commands on standard input, one a line, and answers each
 * with microseconds of processor time for one run, so that the caller can take turns with it.
 *
 *   text PATH             reads a file of iCalendar text for the next two
 *   parse CALLS
 *   serialise CALLS
 *   rule TO CALLS RRULE   instants of a rule from 1997-09-02 09:00 in Stockholm up to TO (YYYYMMDDTHHMMSS, exclusive)
 */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static double cpu_microseconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return 1e6 * (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(2);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc((size_t)size + 1);
  if (!text || fread(text, 1, (size_t)size, file) != (size_t)size) exit(2);
  text[size] = 0;
  fclose(file);
  return text;
}

/* The sum of the instants, and how many there are: the caller compares both with its own. */
static long long expand(const char *rule, struct icaltimetype start, struct icaltimetype end, icaltimezone *zone, long *count) {
  struct icalrecurrencetype recur = icalrecurrencetype_from_string(rule);
  icalrecur_iterator *iterator = icalrecur_iterator_new(recur, start);
  long long sum = 0;
  *count = 0;
  if (!iterator) return -1;
  for (;;) {
    struct icaltimetype next = icalrecur_iterator_next(iterator);
    if (icaltime_is_null_time(next) || icaltime_compare(next, end) >= 0) break;
    sum += (long long)icaltime_as_timet_with_zone(next, zone);
    ++*count;
  }
  icalrecur_iterator_free(iterator);
  return sum;
}

static void measure_parse(const char *text, long calls) {
  long properties = 0;
  double started = cpu_microseconds();
  for (long call = 0; call < calls; call++) {
    icalcomponent *parsed = icalparser_parse_string(text);
    if (!parsed) exit(3);
    properties += icalcomponent_count_components(parsed, ICAL_ANY_COMPONENT);
    icalcomponent_free(parsed);
  }
  double used = cpu_microseconds() - started;
  printf("{\"us\":%.3f,\"check\":%ld}\n", used / (double)calls, properties / calls);
}

static void measure_serialise(icalcomponent *parsed, long calls) {
  size_t length = 0;
  double started = cpu_microseconds();
  for (long call = 0; call < calls; call++) {
    char *text = icalcomponent_as_ical_string_r(parsed);
    length += strlen(text);
    free(text);
  }
  double used = cpu_microseconds() - started;
  printf("{\"us\":%.3f,\"check\":%ld}\n", used / (double)calls, (long)(length / (size_t)calls));
}

static void measure_rule(const char *arguments, icaltimezone *zone) {
  char to[32];
  long calls = 0;
  int rule_at = 0;
  if (sscanf(arguments, "%31s %ld %n", to, &calls, &rule_at) < 2) exit(2);
  struct icaltimetype start = icaltime_from_string("19970902T090000");
  start.zone = zone;
  struct icaltimetype end = icaltime_from_string(to);
  end.zone = zone;
  long long sum = 0;
  long count = 0;
  double started = cpu_microseconds();
  for (long call = 0; call < calls; call++) sum = expand(arguments + rule_at, start, end, zone, &count);
  double used = cpu_microseconds() - started;
  printf("{\"us\":%.3f,\"check\":%ld,\"sum\":%lld}\n", used / (double)calls, count, sum);
}

int main(void) {
  static char line[4096];
  char *text = NULL;
  icalcomponent *parsed = NULL;
  icaltimezone *zone = icaltimezone_get_builtin_timezone("Europe/Stockholm");
  if (!zone) return 4;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "text ", 5) == 0) {
      free(text);
      if (parsed) icalcomponent_free(parsed);
      text = read_file(line + 5);
      parsed = icalparser_parse_string(text);
      printf("{\"us\":0,\"check\":%ld}\n", (long)strlen(text));
    } else if (strncmp(line, "parse ", 6) == 0 && text) {
      measure_parse(text, atol(line + 6));
    } else if (strncmp(line, "serialise ", 10) == 0 && parsed) {
      measure_serialise(parsed, atol(line + 10));
    } else if (strncmp(line, "rule ", 5) == 0) {
      measure_rule(line + 5, zone);
    } else {
      return 2;
    }
    fflush(stdout);
  }
  return 0;
}
