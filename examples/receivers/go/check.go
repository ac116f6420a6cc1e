// Runs the vectors: go run ./go vectors.json; with "serve" it is the receiver of server.go.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type vectors struct {
	Secret string `json:"secret"`
	Cases  []struct {
		Name    string            `json:"name"`
		Valid   bool              `json:"valid"`
		Now     int64             `json:"now"`
		Headers map[string]string `json:"headers"`
		Body    []byte            `json:"body_base64"`
	} `json:"cases"`
}

func main() {
	if os.Args[1] == "serve" {
		serve()
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var all vectors
	if err := json.Unmarshal(text, &all); err != nil {
		panic(err)
	}
	wrong := 0
	for _, one := range all.Cases {
		if IsAuthentic(all.Secret, one.Headers, one.Body, one.Now) != one.Valid {
			wrong++
			fmt.Println("wrong:", one.Name)
		}
	}
	fmt.Printf("%d of %d\n", len(all.Cases)-wrong, len(all.Cases))
	if wrong > 0 {
		os.Exit(1)
	}
}
