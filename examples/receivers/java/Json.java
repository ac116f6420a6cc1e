// Java has no JSON parser of its own: a small one, which keeps numbers as their text.
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Json {
    private static final int MOST_DEPTH = 64;
    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    /** Maps, lists, texts (numbers too), booleans and null. Throws IllegalArgumentException for anything that is not JSON. */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.space();
        if (json.at != text.length()) throw new IllegalArgumentException("text after the end");
        return value;
    }

    private Object value(int depth) {
        if (depth > MOST_DEPTH) throw new IllegalArgumentException("too deep");
        space();
        if (take("{")) return object(depth);
        if (take("[")) return list(depth);
        if (take("\"")) return string();
        if (take("true")) return Boolean.TRUE;
        if (take("false")) return Boolean.FALSE;
        if (take("null")) return null;
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at += 1;
        String number = text.substring(start, at);
        if (number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) return number;
        throw new IllegalArgumentException("no value at " + start);
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        space();
        if (take("}")) return members;
        do {
            space();
            demand("\"");
            String name = string();
            space();
            demand(":");
            members.put(name, value(depth + 1));
            space();
        } while (take(","));
        demand("}");
        return members;
    }

    private List<Object> list(int depth) {
        List<Object> items = new ArrayList<>();
        space();
        if (take("]")) return items;
        do {
            items.add(value(depth + 1));
            space();
        } while (take(","));
        demand("]");
        return items;
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        while (true) {
            char one = next();
            if (one == '"') return found.toString();
            if (one < ' ') throw new IllegalArgumentException("a control character in a text");
            found.append(one == '\\' ? escaped() : one);
        }
    }

    private char escaped() {
        char one = next();
        int simple = "\"\\/bfnrt".indexOf(one);
        if (simple >= 0) return "\"\\/\b\f\n\r\t".charAt(simple);
        if (one != 'u' || at + 4 > text.length()) throw new IllegalArgumentException("an unknown escape");
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private char next() {
        if (at >= text.length()) throw new IllegalArgumentException("the text ends too early");
        at += 1;
        return text.charAt(at - 1);
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at += 1;
    }

    private boolean take(String wanted) {
        if (!text.startsWith(wanted, at)) return false;
        at += wanted.length();
        return true;
    }

    private void demand(String wanted) {
        if (!take(wanted)) throw new IllegalArgumentException("expected " + wanted + " at " + at);
    }
}
